/**
 * The guide with 500 channels of 24 hours while it scrolls, at a CPU that is slowed down four times: frames per second,
 * long frames, work of the main thread and elements in the grid. The baseline is an empty element of the same size,
 * scrolled on the same page in the same rounds.
 */
import { type CDPSession, type Page } from '@playwright/test'
import { signIn } from '../e2e/fixture.ts'
import { fill, respondWithSchedule } from '../e2e/hostSchedule.ts'
import { atLeast, atMost, median, withoutLimit, type Measurement } from './measurement.ts'
import { withBrowser } from './withBrowser.ts'

const CHANNELS = 500
const ROUNDS = 5
const FRAMES = 180
/** Two frames at 60 frames per second: a frame was left out. */
const LONG_FRAME = 33
const minute = 60_000

type Scrolled = {
  /** Frames per second. */
  rate: number
  longFrames: number
  /** The most elements inside. */
  elements: number
  /** Time of the main thread for a screen of the element, in ms of the slow CPU: all of it, and its code and layout. */
  work: number
  codeAndLayout: number
}

/** Time of the main thread since the page was opened, in ms. */
async function mainThread(session: CDPSession): Promise<{ work: number; codeAndLayout: number }> {
  const { metrics } = await session.send('Performance.getMetrics')
  const ms = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? NaN) * 1000
  return {
    work: ms('TaskDuration'),
    codeAndLayout: ms('ScriptDuration') + ms('RecalcStyleDuration') + ms('LayoutDuration'),
  }
}

/** Scrolls an element from its start by `step` px in each frame. */
async function scroll(
  page: Page,
  session: CDPSession,
  selector: string,
  step: { left: number; top: number },
): Promise<Scrolled> {
  const before = await mainThread(session)
  const { screens, ...scrolled } = await page.locator(selector).evaluate(
    async (scroller, [{ left, top }, frames, longFrame]) => {
      scroller.scrollTo(0, 0)
      let elements = 0
      let longFrames = 0
      // The jump back to the start brings all its rows into the document, which is not part of the scroll.
      // Not a function of its own: tsx would give it a name by a helper that the page does not have.
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      await new Promise((resolve) => requestIdleCallback(resolve))
      await new Promise(requestAnimationFrame)
      const start = performance.now()
      let end = start
      for (let frame = 0; frame < frames; frame += 1) {
        scroller.scrollBy(left, top)
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        if (now - end >= longFrame) longFrames += 1
        end = now
        elements = Math.max(elements, scroller.getElementsByTagName('*').length)
      }
      const screens = scroller.scrollTop / scroller.clientHeight + scroller.scrollLeft / scroller.clientWidth
      return { rate: (frames * 1000) / (end - start), longFrames, elements, screens }
    },
    [step, FRAMES, LONG_FRAME] as const,
  )
  const after = await mainThread(session)
  return {
    ...scrolled,
    work: (after.work - before.work) / screens,
    codeAndLayout: (after.codeAndLayout - before.codeAndLayout) / screens,
  }
}

/** Puts an empty element with the size and the content size of the grid behind the page. */
const addEmptyScroller = (page: Page) =>
  page.getByRole('grid').evaluate((grid) => {
    const scroller = document.createElement('div')
    scroller.id = 'empty'
    scroller.style.cssText = `position: fixed; inset: 0 auto auto 0; z-index: -1; overflow: auto; width: ${grid.clientWidth}px; height: ${grid.clientHeight}px`
    const content = document.createElement('div')
    content.style.cssText = `width: ${grid.scrollWidth}px; height: ${grid.scrollHeight}px`
    scroller.append(content)
    document.body.append(scroller)
  })

const down = { left: 0, top: 24 }
const right = { left: 16, top: 0 }

export const measure = (): Promise<Measurement[]> =>
  withBrowser(async (browser, server) => {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await respondWithSchedule(page, CHANNELS, (index, from, to) =>
      fill(from, to, ([30, 45, 60, 90, 120][index % 5] ?? 60) * minute),
    )
    await signIn(page, 'member')
    await page.goto('/guide')
    await page.getByRole('grid').waitFor()
    await addEmptyScroller(page)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const rounds: Record<'emptyDown' | 'down' | 'emptyRight' | 'right', Scrolled>[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        emptyDown: await scroll(page, session, '#empty', down),
        down: await scroll(page, session, '[role="grid"]', down),
        emptyRight: await scroll(page, session, '#empty', right),
        right: await scroll(page, session, '[role="grid"]', right),
      })
    const medianOf = (way: keyof (typeof rounds)[number], figure: keyof Scrolled) =>
      median(rounds.map((round) => round[way][figure]))
    const elements = Math.max(...rounds.flatMap((round) => [round.down.elements, round.right.elements]))
    const reference = `median of ${ROUNDS} rounds of ${FRAMES} frames, ${CHANNELS} channels, CPU slowed four times`
    const rows = (name: string, way: 'down' | 'right', empty: 'emptyDown' | 'emptyRight'): Measurement[] => [
      atLeast(
        `Guide, scrolling ${name}`,
        Math.round(medianOf(way, 'rate')),
        'frames/s',
        60,
        `${reference}; an empty element: ${Math.round(medianOf(empty, 'rate'))}`,
      ),
      withoutLimit(
        `Guide, scrolling ${name}, frames of ${LONG_FRAME} ms and more`,
        medianOf(way, 'longFrames'),
        'frames',
        `of ${FRAMES}; an empty element: ${medianOf(empty, 'longFrames')}`,
      ),
      withoutLimit(
        `Guide, scrolling ${name} by a screen, relative to an empty element`,
        Number((medianOf(way, 'work') / medianOf(empty, 'work')).toFixed(2)),
        '×',
        `time of the main thread: ${Math.round(medianOf(way, 'work'))} ms, of it script, style and layout ${Math.round(medianOf(way, 'codeAndLayout'))} ms; an empty element: ${Math.round(medianOf(empty, 'work'))} ms`,
      ),
    ]
    return [
      ...rows('down', 'down', 'emptyDown'),
      ...rows('right', 'right', 'emptyRight'),
      atMost('Guide, most elements in the grid', elements, 'elements', 400, 'while it scrolls, 1440 × 900'),
    ]
  })
