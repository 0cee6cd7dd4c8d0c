/**
 * Runs tours of every machine in a browser, and asserts the state after each step. `npm test` runs those of `core`, which
 * show every state, result and message and send every event; `npm run test:full` runs those that take every transition,
 * and axe checks each state in the first of them that shows it. `npm run accessibility` checks each state of the short tours
 * at every size.
 */
import { type ViewportSize } from '@playwright/test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chartHash, leavesOf, readChart } from '../../tools/model-testing/chart.ts'
import { compareCoverage, coveredNames } from '../../tools/model-testing/coverageFigures.ts'
import { type TransitionTour } from '../../tools/model-testing/transitionTours.ts'
import { type MachineLeaves } from './accessibilityReport.ts'
import { reachableInBrowser } from './reachableInBrowser.ts'
import { runTour } from './runTour.ts'
import { expect, test as base } from './fixture.ts'
import { slowdown, watchPresses } from './slowestPress.ts'
import { touredStates } from './galleryReport.ts'
import { actorStatesOf, assignChecks, findGaps, goalsOfShortTours, planTours, type PageDriver } from './pageDriver.ts'
import { galleryFolder, statesOf } from './galleryScreenshots.ts'

/** `npm run accessibility` sets the sizes at which the short tours check each leaf state. */
const test = base.extend<{ accessibilitySizes: readonly ViewportSize[] }>({
  accessibilitySizes: [[], { option: true }],
})

const folder = join(import.meta.dirname, 'drivers')
const files = readdirSync(folder).filter((file) => file.endsWith('.driver.ts'))
const drivers = await Promise.all(
  files.map(async (file) => ((await import(join(folder, file))) as { default: PageDriver }).default),
)

/**
 * For screenshots, which need each state once: the tour up to its last state that is not in `statesWithScreenshot`; undefined without
 * one. Adds the states to `statesWithScreenshot`.
 */
function cutAfterLastNewState(tour: TransitionTour, statesWithScreenshot: Set<string>): TransitionTour | undefined {
  const hasNewState = actorStatesOf(tour).map(({ snapshot }) => {
    const newStates = statesOf(snapshot).filter((state) => !statesWithScreenshot.has(state))
    for (const state of newStates) statesWithScreenshot.add(state)
    return newStates.length > 0
  })
  const last = hasNewState.lastIndexOf(true)
  return last < 0 ? undefined : { ...tour, steps: tour.steps.slice(0, last) }
}

const sizeOf = (tours: readonly TransitionTour[]) => ({
  tours: tours.length,
  steps: tours.reduce((sum, { steps }) => sum + steps.length, 0),
})

for (const driver of drivers) {
  const plans = planTours(driver)
  const { tours, taken, notTaken, leftOut } = plans.all
  const chart = readChart(driver.model.machine)
  test.describe(driver.model.name, () => {
    test('the page driver is complete', () => {
      expect(findGaps(driver)).toEqual([])
      expect(notTaken, 'the tours take every transition that a browser can cause').toEqual([])
      const goalsOf = goalsOfShortTours(driver)
      const shown = new Set(
        tours.flatMap(({ start, steps }) => [
          ...goalsOf(start),
          ...steps.flatMap(({ actorState, trigger }) => goalsOf(actorState, trigger)),
        ]),
      )
      const notShown = plans.core.notTaken.filter((goal) => shown.has(goal))
      expect(notShown, 'the short tours show and send all that the other tours do').toEqual([])
      const reachable = reachableInBrowser(driver)
      const { missing } = compareCoverage(coveredNames(chart, tours.map(actorStatesOf)), reachable.names)
      expect(missing, 'the tours reach every state, guard branch and requirement').toEqual([])
      const leaves = new Set(tours.flatMap(actorStatesOf).flatMap(({ snapshot }) => leavesOf(snapshot)))
      const planned: MachineLeaves = { machine: driver.model.name, leaves: [...leaves] }
      test.info().annotations.push({ type: 'leaves', description: JSON.stringify(planned) })
      test.info().annotations.push({
        type: 'tours',
        description: JSON.stringify({
          machine: driver.model.name,
          chart: chartHash(driver.model.machine),
          sizes: { all: sizeOf(tours), core: sizeOf(plans.core.tours) },
          pairs: taken.size,
          notTaken: leftOut,
          ...reachable,
        }),
      })
    })
    const statesWithScreenshot = new Set<string>()
    const reachedStates = new Set(tours.flatMap(actorStatesOf).flatMap(({ snapshot }) => statesOf(snapshot)))
    const toured = galleryFolder === undefined ? undefined : touredStates(driver, reachedStates)
    for (const plan of toured ? (['all'] as const) : (['core', 'all'] as const)) {
      const { tours } = plans[plan]
      const checksByTour = assignChecks(tours)
      tours.forEach((whole, i) => {
        const tour = toured ? cutAfterLastNewState(whole, statesWithScreenshot) : whole
        if (!tour) return
        const title = `${plan === 'core' ? 'short tour' : 'tour'} ${i + 1} of ${tours.length}: ${tour.steps.length} steps`
        test(title, { tag: plan === 'core' ? '@core' : '@full' }, async ({ page, server, accessibilitySizes }) => {
          const isChecked = plan === 'all' || accessibilitySizes.length > 0
          const leaves = isChecked ? (checksByTour.get(whole) ?? new Set<string>()) : new Set<string>()
          test.setTimeout(120_000 + (tour.steps.length + leaves.size * accessibilitySizes.length) * 10_000)
          const startedAt = Date.now()
          if (toured) test.info().annotations.push({ type: 'states', description: JSON.stringify(toured) })
          const slowestPress = slowdown === undefined ? undefined : await watchPresses(page, slowdown)
          let checkedStates: number
          try {
            checkedStates = await runTour(driver, tour, { leaves, sizes: accessibilitySizes }, page, server)
          } finally {
            const press = await slowestPress?.()
            if (press) test.info().annotations.push({ type: 'press', description: JSON.stringify(press) })
          }
          test.info().annotations.push({
            type: 'tour',
            description: JSON.stringify({
              machine: driver.model.name,
              plan,
              steps: tour.steps.length,
              checked: checkedStates,
              ms: Date.now() - startedAt,
              seen: coveredNames(chart, [actorStatesOf(tour)]),
            }),
          })
        })
      })
    }
  })
}
