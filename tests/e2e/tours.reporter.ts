/** Prints coverage and duration of the transition tours. */
import { type Reporter, type TestCase, type TestResult } from '@playwright/test/reporter'
import {
  alignColumns,
  compareCoverage,
  leftOutLines,
  coverageTable,
  mergeNames,
  type BrowserCoverage,
  type Exclusion,
  type CoveredNames,
} from '../../tools/model-testing/coverageFigures.ts'
import { machineNames } from '../paths/loadModels.ts'
import { saveCoverage, readCoverageSummary, today } from '../paths/coverageReport.ts'
import { saveTourDuration, tourDurationText } from '../paths/tourDuration.ts'

type TourPlan = {
  machine: string
  chart: string
  sizes: Record<'all' | 'core', { tours: number; steps: number }>
  pairs: number
  /** Pairs of transition and trigger that no tour takes. */
  notTaken: string[]
  /** What a browser can reach. */
  names: CoveredNames
  leftOut: Exclusion[]
}
type TourRun = { machine: string; plan: 'all' | 'core'; steps: number; checked: number; ms: number; seen: CoveredNames }

const annotationsOf = <T>(result: TestResult, type: string): T[] =>
  result.annotations
    .filter((annotation) => annotation.type === type)
    .map(({ description }) => JSON.parse(description ?? '{}') as T)

export default class TourReporter implements Reporter {
  readonly #plans = new Map<string, TourPlan>()
  readonly #driven = new Map<string, TourRun[]>()
  /** Duration of all tour tests, in ms. */
  #work = 0

  onTestEnd(test: TestCase, result: TestResult): void {
    for (const plan of annotationsOf<TourPlan>(result, 'tours')) this.#plans.set(plan.machine, plan)
    for (const driven of annotationsOf<TourRun>(result, 'tour')) {
      // If both ran, the figures are those of the tours of every transition.
      const others = (this.#driven.get(driven.machine) ?? []).filter(({ plan }) => plan === driven.plan)
      if (driven.plan === 'all' || others.length > 0 || !this.#driven.has(driven.machine))
        this.#driven.set(driven.machine, [...others, driven])
    }
    if (test.location.file.endsWith('tours.spec.ts')) this.#work += result.duration
  }

  onEnd(): void {
    if (this.#plans.size === 0) return
    const plans = [...this.#plans.values()].sort((one, other) => one.machine.localeCompare(other.machine))
    const rows = plans.map((plan) => {
      const driven = this.#driven.get(plan.machine) ?? []
      const size = plan.sizes[driven[0]?.plan ?? 'all']
      const sum = (of: (tour: TourRun) => number): number => driven.reduce((total, tour) => total + of(tour), 0)
      const ms = sum((tour) => tour.ms)
      return [
        plan.machine,
        `${driven.length}/${size.tours}`,
        `${sum((tour) => tour.steps)}/${size.steps}`,
        String(plan.pairs),
        String(sum((tour) => tour.checked)),
        `${(ms / 1_000).toFixed(1)} s`,
        driven.length === 0 ? '–' : `${(ms / driven.length / 1_000).toFixed(1)} s`,
      ]
    })
    const head = ['machine', 'tours', 'steps', 'transition-trigger pairs', 'states checked by axe', 'time', 'per tour']
    const time = { tours: [...this.#driven.values()].flat().length, work: this.#work }
    const isWhole = this.#wholeOf(plans).length === machineNames().length
    if (isWhole) saveTourDuration({ on: today(), ...time })
    const lines = ['Transition tours in the browser', ...alignColumns([head, ...rows]), tourDurationText(time, isWhole)]
    if (this.#driven.size > 0) lines.push('', ...this.#coverage(plans))
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }

  /** The machines whose tours of every transition all ran. */
  #wholeOf(plans: readonly TourPlan[]): TourPlan[] {
    return plans.filter(({ machine, sizes }) => {
      const driven = this.#driven.get(machine) ?? []
      return driven.length === sizes.all.tours && driven.every(({ plan }) => plan === 'all')
    })
  }

  /** Saves and prints the coverage. A partial run keeps the figures of the last complete run. */
  #coverage(plans: readonly TourPlan[]): string[] {
    const machines = machineNames()
    const whole = this.#wholeOf(plans)
    const seen = whole.map(({ machine, chart, names, leftOut }): [string, BrowserCoverage] => {
      const driven = this.#driven.get(machine) ?? []
      const { figures, missing } = compareCoverage(mergeNames(driven.map((tour) => tour.seen)), names)
      const total = (of: (tour: TourRun) => number): number => driven.reduce((sum, tour) => sum + of(tour), 0)
      const [steps, ms] = [total((tour) => tour.steps), total((tour) => tour.ms)]
      return [machine, { on: today(), chart, figures, missing, tours: driven.length, steps, ms, leftOut }]
    })
    saveCoverage('browser', Object.fromEntries(seen), machines)
    const ran = whole.map(({ machine }) => machine)
    const report = readCoverageSummary(ran)
    const unseen = report.machines.flatMap(({ machine, browser }) =>
      (browser?.missing ?? []).map((name) => `  ${machine}: no tour covers ${name}`),
    )
    const leftOut = leftOutLines(report).map((line) => `  ${line}`)
    return [
      'Coverage of the models and in the browser',
      ...coverageTable(report),
      ...unseen,
      ...(leftOut.length > 0 ? ['Not covered in a browser:', ...leftOut] : []),
      // Listed only for a single machine.
      ...(plans.length === 1 ? plans.flatMap(({ notTaken }) => notTaken.map((pair) => `    not taken: ${pair}`)) : []),
    ]
  }
}
