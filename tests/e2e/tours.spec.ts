/**
 * Runs tours that take every transition of every machine in a browser, and asserts the state after each step. axe checks
 * each state in the first tour that shows it.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chartHash, leavesOf, readChart } from '../../tools/model-testing/chart.ts'
import { compareCoverage, coveredNames } from '../../tools/model-testing/coverageFigures.ts'
import { type TransitionTour } from '../../tools/model-testing/transitionTours.ts'
import { reachableInBrowser } from './reachableInBrowser.ts'
import { runTour } from './runTour.ts'
import { expect, test } from './fixture.ts'
import { touredStates } from './galleryReport.ts'
import { actorStatesOf, coreTours, findGaps, planTours, type PageDriver } from './pageDriver.ts'
import { galleryFolder, statesOf } from './galleryScreenshots.ts'

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

/** Assigns the axe check of each leaf state to the first tour that shows it. */
function assignChecks(tours: readonly TransitionTour[]): Map<TransitionTour, ReadonlySet<string>> {
  const assigned = new Set<string>()
  return new Map(
    tours.map((tour) => {
      const leaves = new Set(actorStatesOf(tour).flatMap(({ snapshot }) => leavesOf(snapshot)))
      const own = [...leaves].filter((leaf) => !assigned.has(leaf))
      for (const leaf of own) assigned.add(leaf)
      return [tour, new Set(own)]
    }),
  )
}

for (const driver of drivers) {
  const { tours, taken, notTaken: missed, leftOut } = planTours(driver)
  const chart = readChart(driver.model.machine)
  test.describe(driver.model.name, () => {
    test('the page driver is complete', () => {
      expect(findGaps(driver)).toEqual([])
      expect(missed, 'the tours take every transition that a browser can cause').toEqual([])
      const reachable = reachableInBrowser(driver)
      const { missing } = compareCoverage(coveredNames(chart, tours.map(actorStatesOf)), reachable.names)
      expect(missing, 'the tours reach every state, guard branch and requirement').toEqual([])
      test.info().annotations.push({
        type: 'tours',
        description: JSON.stringify({
          machine: driver.model.name,
          chart: chartHash(driver.model.machine),
          tours: tours.length,
          steps: tours.reduce((sum, { steps }) => sum + steps.length, 0),
          pairs: taken.size,
          notTaken: leftOut,
          ...reachable,
        }),
      })
    })
    const core = coreTours(driver, tours)
    const checksByTour = assignChecks([...core, ...tours.filter((tour) => !core.includes(tour))])
    const statesWithScreenshot = new Set<string>()
    const reachedStates = new Set(tours.flatMap(actorStatesOf).flatMap(({ snapshot }) => statesOf(snapshot)))
    const toured = galleryFolder === undefined ? undefined : touredStates(driver, reachedStates)
    tours.forEach((whole, i) => {
      const tour = toured ? cutAfterLastNewState(whole, statesWithScreenshot) : whole
      if (!tour) return
      const checks = checksByTour.get(whole) ?? new Set()
      const tag = core.includes(whole) ? [] : ['@full']
      test(`tour ${i + 1} of ${tours.length}: ${tour.steps.length} steps`, { tag }, async ({ page, server }) => {
        test.setTimeout(120_000 + tour.steps.length * 10_000)
        const startedAt = Date.now()
        if (toured) test.info().annotations.push({ type: 'states', description: JSON.stringify(toured) })
        const checkedStates = await runTour(driver, tour, checks, page, server)
        test.info().annotations.push({
          type: 'tour',
          description: JSON.stringify({
            machine: driver.model.name,
            steps: tour.steps.length,
            checked: checkedStates,
            ms: Date.now() - startedAt,
            seen: coveredNames(chart, [actorStatesOf(tour)]),
          }),
        })
      })
    })
  })
}
