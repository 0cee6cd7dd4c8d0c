import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type ShownChannel } from '../../../src/ui/channel/ChannelCard.tsx'
import { ChannelGrid } from '../../../src/ui/channel/ChannelGrid.tsx'

const channels = Array.from({ length: 200 }, (_, index): ShownChannel => ({
  slug: `channel-${index}`,
  name: `Channel ${index}`,
  tagline: 'News',
  category: 'World',
  region: 'West',
  logo: `/logo-${index}.svg`,
  letters: '',
  live: true,
  color: undefined,
  now: undefined,
  next: undefined,
  poster: undefined,
}))

const gridOf = (shown: readonly ShownChannel[]) => (
  <ChannelGrid
    label="Channels"
    channels={shown}
    locale="en-US"
    link={({ name }, { children }) => <a href={`/${name}`}>{children}</a>}
    star={() => null}
  />
)

test('a long list that is searched keeps its cards, and a logo that failed hides no other', () => {
  const { rerender } = render(gridOf(channels))
  const [card] = screen.getAllByRole('listitem')
  const place = Number(card?.dataset['at'])
  const logo = () => card?.querySelector('img')
  expect(card?.textContent).toContain(`Channel ${place}: News`)
  fireEvent.error(logo() ?? document)
  expect(logo()?.hidden).toBe(true)

  rerender(gridOf(channels.slice(1)))
  expect(card?.isConnected).toBe(true)
  expect(card?.textContent).toContain(`Channel ${place + 1}: News`)
  expect(logo()?.getAttribute('src')).toBe(`/logo-${place + 1}.svg`)
  expect(logo()?.hidden).toBe(false)
})
