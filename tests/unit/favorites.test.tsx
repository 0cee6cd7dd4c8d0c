import { QueryClient } from '@tanstack/react-query'
import { act, Profiler } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { favoritesMachine } from '../../machines/favorites.ts'
import { createFavoritesActors } from '../../src/actors/favorites.ts'
import { FavoritesContext } from '../../src/features/favorite/Favorites.tsx'
import { Star } from '../../src/features/favorite/Star.tsx'
import { favoritesQuery } from '../../src/queries/favoritesQuery.ts'
import { createFakeApi } from './fakeApi.ts'

const channels = Array.from({ length: 18 }, (_, i) => ({ slug: `channel-${i}`, name: `Channel ${i}` }))

describe('the stars of channels', () => {
  const container = document.createElement('div')
  let root: Root
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    root = createRoot(container)
  })
  afterEach(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })

  /** Renders a star for each channel, with the responses of `respond`. */
  function renderStars(respond: () => Promise<Response>) {
    const api = createFakeApi(respond)
    const queryClient = new QueryClient()
    queryClient.setQueryData(favoritesQuery({ api }).queryKey, ['channel-1'])
    const subscribe = vi.spyOn(queryClient.getQueryCache(), 'subscribe')
    const favorites = createActor(
      favoritesMachine.provide({ actors: createFavoritesActors({ api, queryClient }) }),
    ).start()
    const renders = new Map<string, number>()
    act(() =>
      root.render(
        <FavoritesContext value={favorites}>
          {channels.map(({ slug, name }) => (
            <Profiler key={slug} id={slug} onRender={(id) => void renders.set(id, (renders.get(id) ?? 0) + 1)}>
              <Star slug={slug} name={name} />
            </Profiler>
          ))}
        </FavoritesContext>,
      ),
    )
    const star = (slug: number) => container.querySelectorAll<HTMLButtonElement>('button[aria-pressed]')[slug]
    return { favorites, queryClient, subscribe, renders, star }
  }

  it('share one subscription to the query cache', () => {
    const { subscribe, star } = renderStars(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(subscribe).toHaveBeenCalledTimes(1)
    expect([star(0), star(1)].map((one) => one?.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  })

  it('render separately: pressing one does not render the others', async () => {
    let resolveResponse: (response: Response) => void = () => undefined
    const response = new Promise<Response>((resolve) => (resolveResponse = resolve))
    const { renders, star, favorites } = renderStars(() => response)
    renders.clear()
    act(() => star(0)?.click())
    expect(star(0)?.getAttribute('aria-pressed')).toBe('true')
    expect(star(0)?.getAttribute('aria-busy')).toBe('true')
    await act(async () => {
      resolveResponse(Response.json({ favourites: ['channel-0', 'channel-1'] }))
      await vi.waitFor(() => expect(favorites.getSnapshot().matches('idle')).toBe(true))
    })
    expect(star(0)?.getAttribute('aria-busy')).toBe('false')
    expect(favorites.getSnapshot().context.slugs).toEqual(['channel-0', 'channel-1'])
    expect([...renders.keys()]).toEqual(['channel-0'])
  })

  it('are empty after the cache is cleared', () => {
    const { queryClient, star } = renderStars(() => Promise.reject(new TypeError('Failed to fetch')))
    act(() => queryClient.clear())
    expect(star(1)?.getAttribute('aria-pressed')).toBe('false')
  })
})
