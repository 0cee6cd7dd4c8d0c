/**
 * The guide with 500 channels of 24 hours while it scrolls, at a CPU that is slowed down four times: frames per second
 * and elements in the grid. The baseline is the same page without scrolling.
 */
import { type Page } from '@playwright/test'
import { signIn } from '../e2e/fixture.ts'
import { atLeast, atMost, median, withoutLimit, type Measurement } from './measurement.ts'
import { withBrowser } from './withBrowser.ts'

const CHANNELS = 500
const ROUNDS = 5
const FRAMES = 180
const minute = 60_000

async function respondWithManyChannels(page: Page) {
  const slugs = Array.from({ length: CHANNELS }, (_, index) => `channel-${index}`)
  await page.route('**/wp-json/channel/v2/channels', (route) =>
    route.fulfill({
      json: slugs.map((slug, index) => ({
        slug,
        name: `Channel ${index}`,
        tagline: 'News',
        category: 'Headlines',
        region: 'West',
        logo: '',
        followers: '1',
        live: true,
        now: null,
        next: null,
        letters: 'C',
      })),
    }),
  )
  await page.route('**/wp-json/channel/v2/schedule?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')]
    const iso = (at: number) => new Date(at).toISOString()
    const shows = (index: number) => {
      const length = ([30, 45, 60, 90, 120][index % 5] ?? 60) * minute
      return Array.from({ length: Math.ceil((to - from) / length) }, (_, at) => ({
        title: `Show ${at}`,
        starts: iso(from + at * length),
        ends: iso(from + (at + 1) * length),
        description: '',
      }))
    }
    return route.fulfill({ json: Object.fromEntries(slugs.map((slug, index) => [slug, shows(index)])) })
  })
}

type Scrolled = { readonly rate: number; readonly elements: number }

/** Scrolls the grid by `step` px in each frame. Returns the frames per second and the most elements in the grid. */
const scroll = (page: Page, step: { left: number; top: number }): Promise<Scrolled> =>
  page.getByRole('grid').evaluate(
    async (grid, [{ left, top }, frames]) => {
      grid.scrollTo(0, 0)
      let elements = 0
      // Not a function of its own: tsx would give it a name by a helper that the page does not have.
      await new Promise(requestAnimationFrame)
      const start = performance.now()
      let end = start
      for (let frame = 0; frame < frames; frame += 1) {
        grid.scrollBy(left, top)
        await new Promise(requestAnimationFrame)
        end = performance.now()
        elements = Math.max(elements, grid.getElementsByTagName('*').length)
      }
      return { rate: (frames * 1000) / (end - start), elements }
    },
    [step, FRAMES] as const,
  )

export const measure = (): Promise<Measurement[]> =>
  withBrowser(async (browser, server) => {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await respondWithManyChannels(page)
    await signIn(page, 'member')
    await page.goto('/guide')
    await page.getByRole('grid').waitFor()
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const rounds: { still: Scrolled; down: Scrolled; right: Scrolled }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        still: await scroll(page, { left: 0, top: 0 }),
        down: await scroll(page, { left: 0, top: 24 }),
        right: await scroll(page, { left: 16, top: 0 }),
      })
    const rate = (way: 'still' | 'down' | 'right') => Math.round(median(rounds.map((round) => round[way].rate)))
    const elements = Math.max(...rounds.flatMap(({ down, right }) => [down.elements, right.elements]))
    const reference = `median of ${ROUNDS} rounds of ${FRAMES} frames, ${CHANNELS} channels, CPU slowed four times`
    return [
      atLeast('Guide, scrolling down', rate('down'), 'frames/s', 60, reference),
      atLeast('Guide, scrolling right', rate('right'), 'frames/s', 60, reference),
      withoutLimit('Baseline: the same page without scrolling', rate('still'), 'frames/s', 'in the same rounds'),
      atMost('Guide, most elements in the grid', elements, 'elements', 400, 'while it scrolls, 1440 × 900'),
    ]
  })
