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
    const plans = [...this.#plans.values()].sort((one, other) => one.machine.localeCompare(other.machine))
    const rows = plans.map((plan) => {
      const driven = this.#driven.get(plan.machine) ?? []
      const sum = (of: (tour: Driven) => number): number => driven.reduce((total, tour) => total + of(tour), 0)
      const ms = sum((tour) => tour.ms)
      return [
        plan.machine,
        `${driven.length}/${plan.tours}`,
        `${sum((tour) => tour.steps)}/${plan.steps}`,
        String(plan.pairs),
        String(plan.leftOut.length),
        String(sum((tour) => tour.views)),
        `${(ms / 1_000).toFixed(1)} s`,
      ]
    })
    const head = ['machine', 'tours', 'steps', 'transitions', 'left out', 'views by axe', 'time']
    const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
    const line = (row: string[]): string =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
    const lines = ['Tours through the machines, in the browser', line(head), ...rows.map(line)]
    if (plans.some(({ reasons }) => Object.keys(reasons).length > 0))
      lines.push('Left out, since no browser can do it:')
    for (const { machine, reasons, leftOut } of plans) {
      for (const [name, reason] of Object.entries(reasons)) lines.push(`  ${machine}, ${name}: ${reason}`)
      // Which transitions these are is of interest to whoever works on the one machine.
      if (plans.length === 1) lines.push(...leftOut.map((pair) => `    so not taken: ${pair}`))
    }
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }
}
