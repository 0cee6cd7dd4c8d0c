/**
 * The time from the start of a navigation until the atlas has painted its chart, with an empty cache. The baseline is a
 * small image from the same server, measured alternately.
 */
import { type Browser } from '@playwright/test'
import { atMost, withoutLimit, median, type Measurement } from './measurement.ts'
import { withBrowser } from './withBrowser.ts'

const ROUNDS = 7
const LIMIT = 1500
/** The first page, the machines with the longest layout, and one state. */
const fragments: Readonly<Record<string, string>> = {
  'first machine': '',
  session: '#/session',
  planChange: '#/planChange',
  livePlayer: '#/livePlayer',
  'a state of livePlayer': '#/livePlayer/state/watching',
}

type OpenTimes = { readonly drawn: number; readonly layout: number }

async function openAtlas(browser: Browser, url: string): Promise<OpenTimes> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    // From the first message to a layout worker until its last response.
    const [requestTimes, responseTimes]: [number[], number[]] = [[], []]
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (this: Worker, ...given: [unknown]) {
      if (JSON.stringify(given[0]).includes('"cmd":"layout"')) {
        requestTimes.push(performance.now())
        this.addEventListener('message', () => responseTimes.push(performance.now()))
      }
      post.apply(this, given)
    } as typeof post
    const watch = new MutationObserver(() => {
      if (!document.querySelector('svg.chart .box')) return
      watch.disconnect()
      const layout = Math.max(...responseTimes) - Math.min(...requestTimes)
      // A task after the next frame runs when that frame is painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => Object.assign(window, { opened: { drawn: performance.now(), layout } })
        port2.postMessage(undefined)
      })
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.goto(url)
  const opened = await page.waitForFunction(() => (window as unknown as { opened?: OpenTimes }).opened)
  const times = await opened.jsonValue()
  await context.close()
  if (times === undefined) throw new Error('The atlas drew no chart')
  return times
}

/** The minimum time that a browser needs to open a URL of this server. */
async function openBaseline(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  const time = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.duration ?? NaN)
  await context.close()
  return time
}

export const measure = (): Promise<Measurement[]> =>
  withBrowser(async (browser, server) => {
    // The first page of a new browser is always slow.
    await openAtlas(browser, `${server.url}/atlas/`)
    const series = Object.keys(fragments).map((name): { name: string; rounds: OpenTimes[] } => ({ name, rounds: [] }))
    const baseline: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, rounds } of series)
        rounds.push(await openAtlas(browser, `${server.url}/atlas/${fragments[name] ?? ''}`))
      baseline.push(await openBaseline(browser, `${server.url}/atlas/mark.svg`))
    }
    const floor = Math.round(median(baseline))
    return [
      ...series.map(({ name, rounds }) => {
        const layout = Math.round(median(rounds.map((round) => round.layout)))
        const drawn = Math.round(median(rounds.map((round) => round.drawn)))
        const figure = `Atlas, navigation to painted chart, ${name}`
        return atMost(figure, drawn, 'ms', LIMIT, `including ${layout} ms in the layout worker`)
      }),
      withoutLimit(
        'Baseline: a small image from the same server',
        floor,
        'ms',
        `median of ${ROUNDS}, measured alternately`,
      ),
    ]
  })
