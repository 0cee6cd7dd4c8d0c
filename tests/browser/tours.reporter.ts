/** Prints what the tours covered and how long each took, after a browser run. */
import { type Reporter, type TestCase, type TestResult } from '@playwright/test/reporter'

type Plan = {
  machine: string
  tours: number
  steps: number
  pairs: number
  leftOut: string[]
  reasons: Record<string, string>
}
type Driven = { machine: string; steps: number; views: number; ms: number }

const told = <T>(result: TestResult, type: string): T[] =>
  result.annotations
    .filter((annotation) => annotation.type === type)
    .map(({ description }) => JSON.parse(description ?? '{}') as T)

export default class TourReporter implements Reporter {
  readonly #plans = new Map<string, Plan>()
  readonly #driven = new Map<string, Driven[]>()

  onTestEnd(_test: TestCase, result: TestResult): void {
    for (const plan of told<Plan>(result, 'tours')) this.#plans.set(plan.machine, plan)
    for (const driven of told<Driven>(result, 'tour'))
      this.#driven.set(driven.machine, [...(this.#driven.get(driven.machine) ?? []), driven])
  }

  onEnd(): void {
    if (this.#plans.size === 0) return
    process.stdout.write('\nTours through the machines, in the browser\n')
    for (const plan of this.#plans.values()) {
      const driven = this.#driven.get(plan.machine) ?? []
      const times = driven.map(({ ms, steps }) => `${(ms / 1_000).toFixed(1)} s for ${steps} steps`).join(', ')
      const views = driven.reduce((sum, tour) => sum + tour.views, 0)
      const steps = driven.reduce((sum, tour) => sum + tour.steps, 0)
      process.stdout.write(
        `  ${plan.machine}: ${driven.length}/${plan.tours} tours (${times}), ${steps}/${plan.steps} steps, ` +
          `${plan.pairs} transitions by what takes them, ${views} views checked by axe\n`,
      )
      for (const [name, reason] of Object.entries(plan.reasons))
        process.stdout.write(`    not in a browser: ${name}: ${reason}\n`)
      for (const pair of plan.leftOut) process.stdout.write(`      so not taken: ${pair}\n`)
    }
  }

  printsToStdio(): boolean {
    return false
  }
}
