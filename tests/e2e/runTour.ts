/** Runs a path of a machine in a page, with its page driver. */
import { type Page, type ViewportSize } from '@playwright/test'
import { type AnyStateMachine } from 'xstate'
import { leavesOf, readChart } from '../../tools/model-testing/chart.ts'
import { type ActorState } from '../../tools/model-testing/stepper.ts'
import { type TransitionTour } from '../../tools/model-testing/transitionTours.ts'
import { type AccessibilityCheck, type Violation } from './accessibilityReport.ts'
import { stopClock } from './clock.ts'
import { expect, test } from './fixture.ts'
import { expectNoHorizontalScroll, findViolations } from './page.ts'
import { executorOf, textsAfter, turnOf, type DriverContext, type PageDriver } from './pageDriver.ts'
import { RequestHold } from './requestHold.ts'
import {
  galleryFolder,
  waitForSlides,
  suppressPointer,
  takeScreenshots,
  statesWithoutScreenshot,
  watchTraffic,
} from './galleryScreenshots.ts'
import { type RunningServer } from './server.ts'

/** Longer than the CSS transitions of the page, in ms of the page's clock. */
const TRANSITION_MS = 400

/** A frame after a resize, in ms. */
const FRAME_MS = 16

/** Shorter than the timeout of a call, in ms. */
const CLOCK_STEP_MS = 10_000

/** Advances the page's clock for CSS transitions, but not far enough to end a delay of the machine. */
async function advanceClock(page: Page, { timers, now }: ActorState, limit = TRANSITION_MS): Promise<void> {
  const next = Math.min(...timers.map(({ due }) => due - now))
  for (let left = Math.min(limit, (next * limit) / TRANSITION_MS / 4); left > 0; left -= 100)
    await page.clock.runFor(Math.ceil(Math.min(100, left)))
}

/**
 * Runs the page's clock for `ms`. The responses to calls that are not held arrive in real time: they are awaited, and the
 * clock never runs as long as the timeout of a call at once.
 */
async function runClock(page: Page, hold: RequestHold, ms: number): Promise<void> {
  for (let left = Math.max(0, ms); left > 0; left -= CLOCK_STEP_MS) {
    await hold.waitForResponses()
    await page.clock.runFor(Math.min(left, CLOCK_STEP_MS))
  }
}

/** Waits for finite animations, because axe reports half-transparent text. */
const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // The transition of an inherited color starts when that of its ancestor ends.
    for (let round = 0; round < 30; round += 1) {
      const running = document.getAnimations().filter(({ playState, effect }) => {
        const ends = effect?.getComputedTiming().endTime
        return playState === 'running' && typeof ends === 'number' && ends <= 2_000
      })
      if (running.length === 0) return
      await Promise.allSettled(running.map(({ finished }) => finished))
    }
  })

async function violationsOf(page: Page): Promise<Violation[]> {
  await waitForAnimations(page)
  return (await findViolations(page)).map(({ id, help, nodes }) => ({
    rule: id,
    help,
    selectors: nodes.map(({ target }) => target.join(' ')),
  }))
}

/** What axe finds at each size, and whether the page scrolls sideways. Restores the size and the focus. */
async function checkAtSizes(
  page: Page,
  sizes: readonly ViewportSize[],
  advance: () => Promise<void>,
  add: (size: ViewportSize, violations: readonly Violation[]) => void,
): Promise<void> {
  const before = page.viewportSize()
  const focused = await page.evaluateHandle(() => document.activeElement)
  const restorePointer = await suppressPointer(page)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await advance()
    const violations = await violationsOf(page)
    const isWide = await expectNoHorizontalScroll(page).then(
      () => false,
      () => true,
    )
    const scrolls = { rule: 'horizontal-scroll', help: 'The page must not scroll sideways', selectors: ['html'] }
    add(size, isWide ? [...violations, scrolls] : violations)
  }
  if (before) await page.setViewportSize(before)
  await advance()
  // An element that a size hides loses the focus.
  await focused.evaluate((element) => {
    if (element instanceof HTMLElement && element !== document.activeElement) element.focus({ preventScroll: true })
  })
  await restorePointer()
}

/**
 * Drives a page along a tour and asserts each state after its step. axe checks each leaf state of `leaves` once, at each of
 * `sizes` or, without them, at the current one. Returns the number of checked leaf states.
 */
export async function runTour(
  driver: PageDriver,
  tour: TransitionTour,
  { leaves, sizes = [] }: { readonly leaves: ReadonlySet<string>; readonly sizes?: readonly ViewportSize[] },
  page: Page,
  server: RunningServer,
): Promise<number> {
  const { config, model } = driver
  const hold = await RequestHold.create(page)
  const labels = [tour.input]
  const context = (actorState: ActorState): DriverContext<AnyStateMachine> => {
    const texts = textsAfter(driver, labels)
    return {
      page,
      server,
      hold,
      expect,
      snapshot: actorState.snapshot,
      labels: [...labels],
      texts,
      text: texts[0] ?? '',
    }
  }
  // The clock stops in every tab, so it is stopped only if the machine has delays.
  const hasDelays = [...readChart(model.machine).candidates.values()].some(({ eventType }) =>
    eventType.startsWith('xstate.after.'),
  )
  const isClockHeld = hasDelays && config.hasRealClock !== true
  const size = page.viewportSize()
  const traffic = galleryFolder === undefined ? undefined : watchTraffic(page, hold)
  const checkState = async (actorState: ActorState, after: string): Promise<void> => {
    const screenshot = {
      machine: model.name,
      snapshot: actorState.snapshot,
      size: size ?? { width: 1440, height: 900 },
    }
    const needsScreenshot = traffic !== undefined && statesWithoutScreenshot(screenshot).length > 0
    if (needsScreenshot) await traffic.waitUntilIdle()
    if (isClockHeld) await advanceClock(page, actorState)
    const checkLeafStates = async (): Promise<void> => {
      for (const leaf of leavesOf(actorState.snapshot)) {
        const assertState = config.states[leaf]
        if (assertState) await test.step(`assert '${leaf}' after ${after}`, () => assertState(context(actorState)))
      }
    }
    // With a stopped clock, the page renders a response only after the next tick.
    await (traffic && isClockHeld
      ? checkLeafStates().catch(() => advanceClock(page, actorState).then(checkLeafStates))
      : checkLeafStates())
    const advance = async () => {
      if (isClockHeld) await advanceClock(page, actorState)
    }
    if (needsScreenshot && (await waitForSlides(page, advance))) await traffic.waitUntilIdle()
    const { prepareScreenshot } = config
    if (needsScreenshot)
      await takeScreenshots(page, screenshot, {
        waitUntilStill: waitForAnimations,
        prepareScreenshot: prepareScreenshot && (() => prepareScreenshot(context(actorState))),
      })
    if (traffic) return
    const checked = leavesOf(actorState.snapshot).filter((leaf) => unchecked.delete(leaf))
    if (checked.length === 0) return
    const add = (size: ViewportSize | null, violations: readonly Violation[]) => {
      const check: AccessibilityCheck = { machine: model.name, leaves: checked, size, violations }
      test.info().annotations.push({ type: 'accessibility', description: JSON.stringify(check) })
      const where = `${JSON.stringify(actorState.snapshot.value)} at ${size?.width} × ${size?.height}`
      expect.soft(violations, `accessibility in ${where}`).toEqual([])
    }
    if (sizes.length === 0) {
      add(size, await violationsOf(page))
      return
    }
    await checkAtSizes(
      page,
      sizes,
      async () => {
        if (isClockHeld) await advanceClock(page, actorState, FRAME_MS)
      },
      add,
    )
    await checkLeafStates()
  }
  const unchecked = new Set(leaves)
  if (galleryFolder !== undefined && config.wideOnly !== undefined)
    await page.setViewportSize({ width: 1440, height: 900 })
  if (isClockHeld) await page.clock.install()
  // Without reduced motion axe would check elements during a fade.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  hold.holdCalls(...(config.heldCalls ?? []))
  await test.step(`open: ${tour.input}`, () => config.open(context(tour.start), tour.input))
  if (isClockHeld) await stopClock(page)
  await checkState(tour.start, 'the start')
  for (const step of tour.steps) {
    const { trigger, label, before, actorState } = step
    labels.push(label)
    await test.step(label, async () => {
      const executor = executorOf(driver, trigger)
      if (executor) {
        const turn = turnOf(driver, step)
        await executor({ ...context(actorState), event: trigger.event, case: trigger.case, turn })
      } else if (trigger.timer) await runClock(page, hold, trigger.timer.due - before.now)
    })
    await checkState(actorState, label)
  }
  await hold.release()
  return leaves.size - unchecked.size
}
