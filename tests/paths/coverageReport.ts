/** Keeps the figures of coverage in `.cache/reports`, where the atlas and the next run find them. Node only. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type MachineCoverage,
  type BrowserCoverage,
  type CoverageSummary,
  type CoverageRow,
} from '../../tools/model-testing/coverageFigures.ts'

export const REPORTS_FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'reports')

/** The day on which something is kept, e.g. 2026-11-22. */
export const today = (): string => new Date().toISOString().slice(0, 10)

type CoverageBySide = { alone: MachineCoverage; browser: BrowserCoverage }
type SavedCoverage<S> = Record<string, S>

function readJson<S>(file: string): SavedCoverage<S> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SavedCoverage<S>
  } catch {
    // Nothing has been kept yet.
    return {}
  }
}

function writeJson(file: string, data: unknown): void {
  // Whoever reads meanwhile must not find half of it.
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(data, null, 1)}\n`)
  renameSync(`${file}.${process.pid}`, file)
}

/** Without what was kept before a day and a chart were told with it: nobody knows what it is of. */
const withoutUndated = (saved: SavedCoverage<Partial<BrowserCoverage>>): SavedCoverage<BrowserCoverage> =>
  Object.fromEntries(
    Object.entries(saved).filter(
      (entry): entry is [string, BrowserCoverage] => entry[1].on !== undefined && entry[1].chart !== undefined,
    ),
  )

/** What the last runs kept of these machines. */
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

/** Keeps what a run saw. Machines that it did not run keep their last figures; machines that are gone lose theirs. */
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
