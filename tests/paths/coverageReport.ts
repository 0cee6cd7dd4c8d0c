/** Stores the coverage figures in `.cache/reports` for the atlas and the next run. Node only. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type MachineCoverage,
  type BrowserCoverage,
  type CoverageSummary,
  type CoverageRow,
} from '../../tools/model-testing/coverageFigures.ts'

export const REPORTS_FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'reports')

/** The current date, for example 2026-11-22. */
export const today = (): string => new Date().toISOString().slice(0, 10)

type CoverageBySide = { alone: MachineCoverage; browser: BrowserCoverage }
type SavedCoverage<S> = Record<string, S>

function readJson<S>(file: string): SavedCoverage<S> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SavedCoverage<S>
  } catch {
    // No figures are stored yet.
    return {}
  }
}

function writeJson(file: string, data: unknown): void {
  // Renaming is atomic, so a concurrent reader never reads a partial file.
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(data, null, 1)}\n`)
  renameSync(`${file}.${process.pid}`, file)
}

/** Drops figures without a date or a chart hash, which older versions stored. */
const withoutUndated = (saved: SavedCoverage<Partial<BrowserCoverage>>): SavedCoverage<BrowserCoverage> =>
  Object.fromEntries(
    Object.entries(saved).filter(
      (entry): entry is [string, BrowserCoverage] => entry[1].on !== undefined && entry[1].chart !== undefined,
    ),
  )

export function readCoverageSummary(machines: readonly string[], folder = REPORTS_FOLDER): CoverageSummary {
  const alone = readJson<MachineCoverage>(join(folder, 'coverage.alone.json'))
  const browser = withoutUndated(readJson<BrowserCoverage>(join(folder, 'coverage.browser.json')))
  const row = (machine: string): CoverageRow => ({
    machine,
    ...(alone[machine] && { alone: alone[machine] }),
    ...(browser[machine] && { browser: browser[machine] }),
  })
  return { machines: machines.map(row) }
}

/** Stores the figures of a run. Other machines keep their last figures; figures of removed machines are deleted. */
export function saveCoverage<S extends keyof CoverageBySide>(
  side: S,
  seen: Readonly<Record<string, CoverageBySide[S]>>,
  machines: readonly string[],
  folder = REPORTS_FOLDER,
): CoverageSummary {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `coverage.${side}.json`)
  const known = { ...readJson<CoverageBySide[S]>(file), ...seen }
  writeJson(file, Object.fromEntries(machines.flatMap((name) => (known[name] ? [[name, known[name]]] : []))))
  const report = readCoverageSummary(machines, folder)
  writeJson(join(folder, 'coverage.json'), report)
  return report
}
