/** Every transition of every machine in a real browser, by tours. What is to be seen is asserted after each step. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readChart, chartHash } from '../../tools/model-testing/chart.ts'
import { compareCoverage, coveredNames } from '../../tools/model-testing/coverageFigures.ts'
import { type TransitionTour } from '../../tools/model-testing/transitionTours.ts'
import { reachableInBrowser } from './reachableInBrowser.ts'
import { driveTour } from './driveTour.ts'
import { expect, test } from './fixture.ts'
import { touredStates } from './galleryReport.ts'
import { findGaps, planTours as toursOf, type PageDriver } from './pageDriver.ts'
import { galleryFolder, statesOf } from './pictures.ts'

const folder = join(import.meta.dirname, 'drivers')
const files = readdirSync(folder).filter((file) => file.endsWith('.driver.ts'))
const flows = await Promise.all(
  files.map(async (file) => ((await import(join(folder, file))) as { default: PageDriver }).default),
)

const momentsOf = ({ start, steps }: TransitionTour) => [start, ...steps.map(({ actorState }) => actorState)]

/**
 * Pictures want each state once, not each transition: a tour as far as it comes to states that are not in `pictured`,
 * which then has them. Undefined where it comes to none.
 */
function cutAfterLastNewState(tour: TransitionTour, pictured: Set<string>): TransitionTour | undefined {
  const brings = momentsOf(tour).map(({ snapshot }) => {
    const fresh = statesOf(snapshot).filter((state) => !pictured.has(state))
    for (const state of fresh) pictured.add(state)
    return fresh.length > 0
  })
  const last = brings.lastIndexOf(true)
  return last < 0 ? undefined : { ...tour, steps: tour.steps.slice(0, last) }
}

for (const flow of flows) {
  const { tours, taken, notTaken: missed, leftOut } = toursOf(flow)
  const chart = readChart(flow.model.machine)
  test.describe(flow.model.name, () => {
    test('the flow is complete', () => {
      expect(findGaps(flow)).toEqual([])
      expect(missed, 'every transition that a browser can cause is on a tour').toEqual([])
      const can = reachableInBrowser(flow)
      const { missing } = compareCoverage(coveredNames(chart, tours.map(momentsOf)), can.names)
      expect(missing, 'and every state, guard branch and requirement too').toEqual([])
      test.info().annotations.push({
        type: 'tours',
        description: JSON.stringify({
          machine: flow.model.name,
          chart: chartHash(flow.model.machine),
          tours: tours.length,
          steps: tours.reduce((sum, { steps }) => sum + steps.length, 0),
          pairs: taken.size,
          notTaken: leftOut,
          ...can,
        }),
      })
    })
    const seen = new Set<string>()
    const pictured = new Set<string>()
    const rested = new Set(tours.flatMap(momentsOf).flatMap(({ snapshot }) => statesOf(snapshot)))
    const toured = galleryFolder === undefined ? undefined : touredStates(flow, rested)
    tours.forEach((whole, i) => {
      const tour = toured ? cutAfterLastNewState(whole, pictured) : whole
      if (!tour) return
      const views = momentsOf(tour).map(({ snapshot }) => JSON.stringify(snapshot.value))
      const checks = new Set(views.filter((view) => !seen.has(view)))
      for (const view of views) seen.add(view)
      test(`tour ${i + 1} of ${tours.length}: ${tour.steps.length} steps`, async ({ page, server }) => {
        test.setTimeout(120_000 + tour.steps.length * 10_000)
        const begun = Date.now()
        if (toured) test.info().annotations.push({ type: 'states', description: JSON.stringify(toured) })
        const looked = await driveTour(flow, tour, checks, page, server)
        test.info().annotations.push({
          type: 'tour',
          description: JSON.stringify({
            machine: flow.model.name,
            steps: tour.steps.length,
            views: looked,
            ms: Date.now() - begun,
            seen: coveredNames(chart, [momentsOf(tour)]),
          }),
        })
      })
    })
  })
}
