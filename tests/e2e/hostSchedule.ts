import { type Page } from '@playwright/test'

export type HostShow = { title: string; starts: string; ends: string; description: string }

/** A show as the host lists it. Times are ms since the epoch. */
export const hostShow = (title: string, from: number, to: number): HostShow => ({
  title,
  starts: new Date(from).toISOString(),
  ends: new Date(to).toISOString(),
  description: '',
})

/** Shows of one length, in ms, that fill a window. */
export const fill = (from: number, to: number, length: number, title = 'Show'): HostShow[] =>
  Array.from({ length: Math.ceil((to - from) / length) }, (_, index) =>
    hostShow(`${title} ${index}`, from + index * length, from + (index + 1) * length),
  )

/**
 * Replaces the channels and the schedule of the host. `showsOf` gets the number of the channel and the window in ms.
 * `programs` are what every channel shows in the list of channels.
 */
export async function respondWithSchedule(
  page: Page,
  count: number,
  showsOf: (index: number, from: number, to: number) => HostShow[],
  programs: { now: object | null; next: object | null } = { now: null, next: null },
) {
  const slugOf = (index: number) => `channel-${index}`
  await page.route('**/wp-json/channel/v2/channels', (route) =>
    route.fulfill({
      json: Array.from({ length: count }, (_, index) => ({
        slug: slugOf(index),
        name: `Channel ${index}`,
        tagline: 'News',
        category: 'Headlines',
        region: 'West',
        logo: '',
        followers: '1',
        live: true,
        ...programs,
        letters: 'C',
      })),
    }),
  )
  await page.route('**/wp-json/channel/v2/schedule?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')]
    return route.fulfill({
      json: Object.fromEntries(Array.from({ length: count }, (_, index) => [slugOf(index), showsOf(index, from, to)])),
    })
  })
}
