/**
 * What the last run of the tests covered: `.cache/reports/coverage.json`, written by the tests and by `npm run
 * coverage`. The sandbox's server gives it at /atlas/coverage.json, and `npm run atlas` copies it beside the page.
 */
import { chartHash } from '../model-testing/chart.ts'
import {
  markStale,
  criteria,
  type LeftOut,
  type CoverageRow,
  type CoverageResult,
} from '../model-testing/coverageFigures.ts'
import { machineEntries } from './machines.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTally = (value: unknown): boolean =>
  isRecord(value) && typeof value['seen'] === 'number' && typeof value['of'] === 'number'

function isCoverageResult(value: unknown): value is CoverageResult {
  const figures = isRecord(value) ? value['figures'] : undefined
  return isRecord(figures) && criteria.every((subject) => isTally(figures[subject]))
}

/** Figures without a day or a chart are of nobody knows what. */
const isDatedResult = (value: unknown): value is CoverageResult & { on: string; chart: string } =>
  isCoverageResult(value) &&
  'on' in value &&
  typeof value.on === 'string' &&
  'chart' in value &&
  typeof value.chart === 'string'

const isLeftOut = (value: unknown): value is LeftOut =>
  isRecord(value) && typeof value['what'] === 'string' && typeof value['reason'] === 'string'

export type CoveredMachine = Pick<CoverageRow, 'machine'> & {
  readonly alone: CoverageResult | undefined
  readonly browser: (CoverageResult & { readonly on: string; readonly chart: string }) | undefined
  readonly leftOut: readonly LeftOut[]
}

/** Takes what is as agreed and leaves out the rest. */
export function parseCoverage(given: unknown): CoveredMachine[] {
  const rows: readonly unknown[] = isRecord(given) && Array.isArray(given['machines']) ? given['machines'] : []
  return rows.filter(isRecord).flatMap((row) => {
    const { machine, alone, browser } = row
    if (typeof machine !== 'string') return []
    const leftOut: readonly unknown[] = isRecord(browser) && Array.isArray(browser['leftOut']) ? browser['leftOut'] : []
    return [
      {
        machine,
        alone: isCoverageResult(alone) ? alone : undefined,
        browser: isDatedResult(browser) ? browser : undefined,
        leftOut: leftOut.filter(isLeftOut),
      },
    ]
  })
}

/** With `stale` where the machine as it is here has another chart than the browser saw. */
export type DatedCoverage = CoveredMachine & { readonly stale: boolean }

const withStaleness = (rows: readonly CoveredMachine[]): DatedCoverage[] =>
  markStale(rows, new Map(machineEntries.map(({ name, machine }) => [name, chartHash(machine)])))

let cached: Promise<DatedCoverage[]> | undefined

/** What is covered; empty where no tests have run yet. Asked once. */
export function loadCoverage(): Promise<DatedCoverage[]> {
  cached ??= fetch('coverage.json')
    .then(async (answer) => (answer.ok ? withStaleness(parseCoverage(await answer.json())) : []))
    .catch(() => [])
  return cached
}
