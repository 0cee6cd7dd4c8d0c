/**
 * What the last run of the tests covered: `.cache/reports/coverage.json`, written by the tests and by `npm run
 * coverage`. The sandbox's server gives it at /atlas/coverage.json, and `npm run atlas` copies it beside the page.
 */
import { stampOf } from '../model-testing/chart.ts'
import { aged, subjects, type LeftOut, type Row, type Side } from '../model-testing/figures.ts'
import { entries } from './machines.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTally = (value: unknown): boolean =>
  isRecord(value) && typeof value['seen'] === 'number' && typeof value['of'] === 'number'

function isSide(value: unknown): value is Side {
  const figures = isRecord(value) ? value['figures'] : undefined
  return isRecord(figures) && subjects.every((subject) => isTally(figures[subject]))
}

/** Figures without a day or a chart are of nobody knows what. */
const isDated = (value: unknown): value is Side & { on: string; chart: string } =>
  isSide(value) && 'on' in value && typeof value.on === 'string' && 'chart' in value && typeof value.chart === 'string'

const isLeftOut = (value: unknown): value is LeftOut =>
  isRecord(value) && typeof value['what'] === 'string' && typeof value['reason'] === 'string'

export type Covered = Pick<Row, 'machine'> & {
  readonly alone: Side | undefined
  readonly browser: (Side & { readonly on: string; readonly chart: string }) | undefined
  readonly leftOut: readonly LeftOut[]
}

/** Takes what is as agreed and leaves out the rest. */
export function readCoverage(given: unknown): Covered[] {
  const rows: readonly unknown[] = isRecord(given) && Array.isArray(given['machines']) ? given['machines'] : []
  return rows.filter(isRecord).flatMap((row) => {
    const { machine, alone, browser } = row
    if (typeof machine !== 'string') return []
    const leftOut: readonly unknown[] = isRecord(browser) && Array.isArray(browser['leftOut']) ? browser['leftOut'] : []
    return [
      {
        machine,
        alone: isSide(alone) ? alone : undefined,
        browser: isDated(browser) ? browser : undefined,
        leftOut: leftOut.filter(isLeftOut),
      },
    ]
  })
}

/** With `stale` where the machine as it is here has another chart than the browser saw. */
export type Dated = Covered & { readonly stale: boolean }

const dated = (rows: readonly Covered[]): Dated[] =>
  aged(rows, new Map(entries.map(({ name, machine }) => [name, stampOf(machine)])))

let asked: Promise<Dated[]> | undefined

/** What is covered; empty where no tests have run yet. Asked once. */
export function coverage(): Promise<Dated[]> {
  asked ??= fetch('coverage.json')
    .then(async (answer) => (answer.ok ? dated(readCoverage(await answer.json())) : []))
    .catch(() => [])
  return asked
}
