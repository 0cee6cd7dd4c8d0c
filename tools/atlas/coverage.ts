/**
 * Coverage of the machines: `coverage.machines.json`, which the build computes. Coverage in the browser:
 * `coverage.json`, which the browser tours write to `.cache/reports`; the sandbox serves it and `npm run atlas` copies it.
 */
import { chartHash } from '../model-testing/chart.ts'
import {
  markStale,
  criteria,
  type Exclusion,
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
  return isRecord(figures) && criteria.every((criterion) => isTally(figures[criterion]))
}

/** Browser figures need the day and the chart that they are of. */
const isDatedResult = (value: unknown): value is CoverageResult & { on: string; chart: string } =>
  isCoverageResult(value) &&
  'on' in value &&
  typeof value.on === 'string' &&
  'chart' in value &&
  typeof value.chart === 'string'

const isLeftOut = (value: unknown): value is Exclusion =>
  isRecord(value) && typeof value['what'] === 'string' && typeof value['reason'] === 'string'

export type CoveredMachine = Pick<CoverageRow, 'machine'> & {
  readonly alone: CoverageResult | undefined
  readonly browser: (CoverageResult & { readonly on: string; readonly chart: string }) | undefined
  readonly leftOut: readonly Exclusion[]
}

export function parseCoverage(input: unknown): CoveredMachine[] {
  const rows: readonly unknown[] = isRecord(input) && Array.isArray(input['machines']) ? input['machines'] : []
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

/** `stale`: the chart of the machine has changed since the browser figures. */
export type DatedCoverage = CoveredMachine & { readonly stale: boolean }

const withStaleness = (rows: readonly CoveredMachine[]): DatedCoverage[] =>
  markStale(rows, new Map(machineEntries.map(({ name, machine }) => [name, chartHash(machine)])))

const loadRows = (file: string): Promise<CoveredMachine[]> =>
  fetch(file)
    .then(async (response) => (response.ok ? parseCoverage(await response.json()) : []))
    .catch(() => [])

export const mergeCoverage = (machines: readonly CoveredMachine[], browser: readonly CoveredMachine[]) =>
  machines.map((row): CoveredMachine => {
    const seen = browser.find(({ machine }) => machine === row.machine)
    return { ...row, browser: seen?.browser, leftOut: seen?.leftOut ?? [] }
  })

let cached: Promise<DatedCoverage[]> | undefined

export function loadCoverage(): Promise<DatedCoverage[]> {
  cached ??= Promise.all([loadRows('coverage.machines.json'), loadRows('coverage.json')]).then(([machines, browser]) =>
    withStaleness(mergeCoverage(machines, browser)),
  )
  return cached
}
