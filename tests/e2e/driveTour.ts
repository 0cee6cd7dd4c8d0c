/** Drives a page along a path of a machine, by the machine's flow. */
import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { readChart } from '../../tools/model-testing/chart.ts'
import { type ActorState } from '../../tools/model-testing/stepper.ts'
import { type TransitionTour } from '../../tools/model-testing/transitionTours.ts'
import { isClockStopped, stopClock } from './clock.ts'
import { expect, test } from './fixture.ts'
import { executorOf, leafStatesOf, type DriverContext, type PageDriver } from './pageDriver.ts'
import { RequestHold } from './requestHold.ts'
import { galleryFolder, waitForSlides, takePictures, statesWithoutPicture, watchTraffic } from './pictures.ts'
import { type RunningServer } from './server.ts'

/** Long enough for a transition of the page to end, in ms of the page's clock. */
const TRANSITION_MS = 400

/** Lets the page breathe, but not so long that a delay of the machine could end by it. */
async function advanceClock(page: Page, { timers, now }: ActorState): Promise<void> {
  const next = Math.min(...timers.map(({ due }) => due - now))
  for (let left = Math.min(TRANSITION_MS, next / 4); left > 0; left -= 100)
    await page.clock.runFor(Math.ceil(Math.min(100, left)))
}

/** Waits until what comes in has come: half transparent words have half their contrast. What goes on is let be. */
const waitForAnimations = (page: Page): Promise<void> =>
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

async function violationsOf(page: Page, { config }: PageDriver): Promise<string[]> {
  await waitForAnimations(page)
  const axe = new AxeBuilder({ page })
  for (const selector of Object.keys(config.axeExclusions ?? {})) axe.exclude(selector)
  let done = false
  const running = axe.analyze().finally(() => {
    done = true
  })
  // The check itself waits by timers of the page.
  while (isClockStopped(page) && !done) await page.clock.runFor(5).catch(() => undefined)
  const { violations } = await running
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
  )
}

/**
 * Drives a page along a tour and sees after each step what the flow says of the state. axe looks at each view of
 * `checks` once; how many it looked at is the answer.
 */
export async function driveTour(
  flow: PageDriver,
  tour: TransitionTour,
  checks: ReadonlySet<string>,
  page: Page,
  server: RunningServer,
): Promise<number> {
  const { config, model } = flow
  const hold = await RequestHold.create(page)
  const context = (actorState: ActorState): DriverContext<never> => ({
    page,
    server,
    hold,
    expect,
    snapshot: actorState.snapshot as never,
  })
  // A clock that stands still stands in every tab; it is held only where the machine waits for something.
  const waits = [...readChart(model.machine).candidates.values()].some(({ eventType }) =>
    eventType.startsWith('xstate.after.'),
  )
  const isClockHeld = waits && config.hasRealClock !== true
  const size = page.viewportSize()
  const traffic = galleryFolder === undefined ? undefined : watchTraffic(page, hold)
  const checkState = async (actorState: ActorState, after: string): Promise<void> => {
    const wanted = { machine: model.name, snapshot: actorState.snapshot, size: size ?? { width: 1440, height: 900 } }
    const needsPicture = traffic !== undefined && statesWithoutPicture(wanted).length > 0
    if (needsPicture) await traffic.waitUntilIdle()
    if (isClockHeld) await advanceClock(page, actorState)
    const checkLeafStates = async (): Promise<void> => {
      for (const leaf of leafStatesOf(actorState.snapshot)) {
        const see = config.states[leaf]
        if (see) await test.step(`see '${leaf}' after ${after}`, () => see(context(actorState)))
      }
    }
    // What came late to a page whose clock stands is seen with its next breath.
    await (traffic && isClockHeld
      ? checkLeafStates().catch(() => advanceClock(page, actorState).then(checkLeafStates))
      : checkLeafStates())
    const letTimePass = async () => {
      if (isClockHeld) await advanceClock(page, actorState)
    }
    if (needsPicture && (await waitForSlides(page, letTimePass))) await traffic.waitUntilIdle()
    const { preparePicture: pose } = config
    if (needsPicture)
      await takePictures(page, wanted, {
        waitUntilStill: waitForAnimations,
        preparePicture: pose && (() => pose(context(actorState))),
      })
    if (traffic) return
    const view = JSON.stringify(actorState.snapshot.value)
    if (!checks.has(view) || checked.has(view)) return
    checked.add(view)
    const found = await violationsOf(page, flow)
    expect.soft(found, `axe in ${view}`).toEqual([])
  }
  const checked = new Set<string>()
  if (galleryFolder !== undefined && config.wideOnly !== undefined)
    await page.setViewportSize({ width: 1440, height: 900 })
  if (isClockHeld) await page.clock.install()
  // Nothing moves by itself, or the accessibility check would look at something half faded.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  hold.holdCalls(...(config.heldCalls ?? []))
  await test.step(`open: ${tour.input}`, () => config.open(context(tour.start), tour.input))
  if (isClockHeld) await stopClock(page)
  await checkState(tour.start, 'the start')
  for (const { trigger, label, before, actorState } of tour.steps) {
    await test.step(label, async () => {
      const act = executorOf(flow, trigger)
      if (act) await act({ ...context(actorState), event: trigger.event, case: trigger.case })
      else if (trigger.timer) {
        const wait = Math.max(0, trigger.timer.due - before.now)
        if (isClockHeld) await page.clock.runFor(wait)
        else
          await expect(async () => {
            await checkState(actorState, label)
          }).toPass({ timeout: wait + 10_000 })
      }
    })
    await checkState(actorState, label)
  }
  await hold.release()
  return checked.size
}
