import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RootContext, type Root } from '../../src/app/root.tsx'
import { useChannelPreview } from '../../src/features/channelPreview/useChannelPreview.tsx'
import { ChannelGrid } from '../../src/ui/channel/ChannelGrid.tsx'
import { createFakeApi } from './fakeApi.ts'

const channelOf = (slug: string, live: boolean) => ({
  ...{ slug, name: slug, live, tagline: '', category: 'World', region: 'West', letters: 'A' },
  ...{ logo: undefined, color: undefined, now: undefined, next: undefined, poster: undefined },
})
const channels = [channelOf('harbor-one', true), channelOf('longitude', true), channelOf('night-wire', false)]

// The response never comes, so that the preview keeps loading.
const api = createFakeApi(() => new Promise(() => undefined))
const queryClient = new QueryClient()

function Wall() {
  const preview = useChannelPreview()
  return (
    <ChannelGrid
      label="Channels"
      channels={channels}
      locale="en-US"
      link={({ slug }, props) => <a href={`/video/${slug}`} {...props} />}
      star={() => null}
      {...preview}
    />
  )
}

function renderWall({ savesData = false, reducesMotion = false } = {}) {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: savesData } })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(prefers-reduced-motion: reduce)' && reducesMotion,
  }))
  render(
    <RootContext value={{ api, queryClient } as Root}>
      <Wall />
    </RootContext>,
  )
}

const cards = () => screen.getAllByRole('listitem')
const link = (card: number) => screen.getAllByRole('link')[card] ?? document.body
/** The cards that have a video. */
const previews = () => cards().flatMap((card, at) => (card.querySelector('video') ? [at] : []))
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const pointAt = (card: number, pointerType = 'mouse') =>
  fireEvent.pointerOver(cards()[card] ?? document.body, { pointerType })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'connection')
})

describe.each([
  ['the pointer of a mouse', pointAt, () => fireEvent.pointerLeave(screen.getByRole('list'))],
  ['the focus', (card: number) => act(() => link(card).focus()), () => act(() => link(0).blur())],
] as const)('a card with %s', (_, enter, leave) => {
  it('has a preview without sound after 600 ms', { tags: 'channels.preview' }, () => {
    renderWall()
    enter(0)
    pass(599)
    expect(previews()).toEqual([])
    pass(1)
    expect(previews()).toEqual([0])
    expect(document.querySelector('video')?.muted).toBe(true)
    enter(1)
    pass(600)
    expect(previews()).toEqual([1])
  })

  it('has none after it was left, and none off air', { tags: 'channels.preview' }, () => {
    renderWall()
    enter(0)
    pass(599)
    leave()
    enter(2)
    pass(5_000)
    expect(previews()).toEqual([])
  })

  it.each([
    ['the browser saves data', { savesData: true }],
    ['motion is reduced', { reducesMotion: true }],
  ])('has none if %s', { tags: 'channels.noPreview' }, (_reason, preferences) => {
    renderWall(preferences)
    enter(0)
    pass(5_000)
    expect(previews()).toEqual([])
  })
})

it('a touch on a card has no preview', { tags: 'channels.preview' }, () => {
  renderWall()
  pointAt(0, 'touch')
  pass(5_000)
  expect(previews()).toEqual([])
})
