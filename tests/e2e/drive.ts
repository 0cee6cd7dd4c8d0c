/** Drives a page along a path of a machine, by the machine's flow. */
import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { readChart } from '../../tools/model-testing/chart.ts'
import { type Moment } from '../../tools/model-testing/step.ts'
import { type Tour } from '../../tools/model-testing/tours.ts'
import { isStopped, stopClock } from './clock.ts'
import { expect, test } from './fixture.ts'
import { executorOf, leaves, type Context, type Flow } from './flow.ts'
import { Hold } from './hold.ts'
import { galleryFolder, slidesCome, takePictures, unpictured, watchTraffic } from './pictures.ts'
import { type Running } from './server.ts'

/** Long enough for a transition of the page to end, in ms of the page's clock. */
const BREATH = 400

/** Lets the page breathe, but not so long that a delay of the machine could end by it. */
async function breathe(page: Page, { timers, now }: Moment): Promise<void> {
  const next = Math.min(...timers.map(({ due }) => due - now))
  for (let left = Math.min(BREATH, next / 4); left > 0; left -= 100)
    await page.clock.runFor(Math.ceil(Math.min(100, left)))
}

/** Waits until what comes in has come: half transparent words have half their contrast. What goes on is let be. */
const arrived = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // What inherits a colour that changes begins to change when what it inherits from has ended.
    for (let round = 0; round < 30; round += 1) {
      const coming = document.getAnimations().filter(({ playState, effect }) => {
        const ends = effect?.getComputedTiming().endTime
        return playState === 'running' && typeof ends === 'number' && ends <= 2_000
      })
      if (coming.length === 0) return
      await Promise.allSettled(coming.map(({ finished }) => finished))
    }
  })

async function violationsOf(page: Page, { config }: Flow): Promise<string[]> {
  await arrived(page)
  const axe = new AxeBuilder({ page })
  for (const selector of Object.keys(config.notChecked ?? {})) axe.exclude(selector)
  let done = false
  const running = axe.analyze().finally(() => {
    done = true
  })
  // The check itself waits by timers of the page.
  while (isStopped(page) && !done) await page.clock.runFor(5).catch(() => undefined)
  const { violations } = await running
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
  )
}

/**
 * Drives a page along a tour and sees after each step what the flow says of the state. axe looks at each view of
 * `checks` once; how many it looked at is the answer.
 */
export async function drive(
  flow: Flow,
  tour: Tour,
  checks: ReadonlySet<string>,
  page: Page,
  server: Running,
): Promise<number> {
  const { config, model } = flow
  const hold = await Hold.on(page)
  const context = (moment: Moment): Context<never> => ({
    page,
    server,
    hold,
    expect,
    snapshot: moment.snapshot as never,
  })
  // A clock that stands still stands in every tab; it is held only where the machine waits for something.
  const waits = [...readChart(model.machine).candidates.values()].some(({ eventType }) =>
    eventType.startsWith('xstate.after.'),
  )
  const held = waits && config.realClock !== true
  const size = page.viewportSize()
  const traffic = galleryFolder === undefined ? undefined : watchTraffic(page, hold)
  const look = async (moment: Moment, after: string): Promise<void> => {
    const wanted = { machine: model.name, snapshot: moment.snapshot, size: size ?? { width: 1440, height: 900 } }
    const isPictured = traffic !== undefined && unpictured(wanted).length > 0
    if (isPictured) await traffic.rest()
    if (held) await breathe(page, moment)
    const seeAll = async (): Promise<void> => {
      for (const leaf of leaves(moment.snapshot)) {
        const see = config.states[leaf]
        if (see) await test.step(`see '${leaf}' after ${after}`, () => see(context(moment)))
      }
    }
    // What came late to a page whose clock stands is seen with its next breath.
    await (traffic && held ? seeAll().catch(() => breathe(page, moment).then(seeAll)) : seeAll())
    const goOn = async () => {
      if (held) await breathe(page, moment)
    }
    if (isPictured && (await slidesCome(page, goOn))) await traffic.rest()
    const { pose } = config
    if (isPictured) await takePictures(page, wanted, { still: arrived, pose: pose && (() => pose(context(moment))) })
    if (traffic) return
    const view = JSON.stringify(moment.snapshot.value)
    if (!checks.has(view) || checked.has(view)) return
    checked.add(view)
    const found = await violationsOf(page, flow)
    expect.soft(found, `axe in ${view}`).toEqual([])
  }
  const checked = new Set<string>()
  if (galleryFolder !== undefined && config.wideOnly !== undefined)
    await page.setViewportSize({ width: 1440, height: 900 })
  if (held) await page.clock.install()
  // Nothing moves by itself, or the accessibility check would look at something half faded.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  hold.keep(...(config.holds ?? []))
  await test.step(`open: ${tour.input}`, () => config.open(context(tour.start), tour.input))
  if (held) await stopClock(page)
  await look(tour.start, 'the start')
  for (const { happening, label, before, moment } of tour.steps) {
    await test.step(label, async () => {
      const act = executorOf(flow, happening)
      if (act) await act({ ...context(moment), event: happening.event, case: happening.case })
      else if (happening.timer) {
        const wait = Math.max(0, happening.timer.due - before.now)
        if (held) await page.clock.runFor(wait)
        else
          await expect(async () => {
            await look(moment, label)
          }).toPass({ timeout: wait + 10_000 })
      }
    })
    await look(moment, label)
  }
  await hold.release()
  return checked.size
}
