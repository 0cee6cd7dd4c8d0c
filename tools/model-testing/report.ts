/** Keeps the figures of coverage in `.cache/reports`, where the atlas and the next run find them. Node only. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Alone, type InBrowser, type Report, type Row } from './figures.ts'

export const REPORTS = join(import.meta.dirname, '..', '..', '.cache', 'reports')

/** The day on which something is kept, e.g. 2026-11-22. */
export const today = (): string => new Date().toISOString().slice(0, 10)

type Sides = { alone: Alone; browser: InBrowser }
type Kept<S> = Record<string, S>

function read<S>(file: string): Kept<S> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept<S>
  } catch {
    // Nothing has been kept yet.
    return {}
  }
}

function write(file: string, data: unknown): void {
  // Whoever reads meanwhile must not find half of it.
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(data, null, 1)}\n`)
  renameSync(`${file}.${process.pid}`, file)
}

/** Without what was kept before a day and a chart were told with it: nobody knows what it is of. */
const dated = (kept: Kept<Partial<InBrowser>>): Kept<InBrowser> =>
  Object.fromEntries(
    Object.entries(kept).filter(
      (entry): entry is [string, InBrowser] => entry[1].on !== undefined && entry[1].chart !== undefined,
    ),
  )

/** What the last runs kept of these machines. */
export function readReport(machines: readonly string[], folder = REPORTS): Report {
  const alone = read<Alone>(join(folder, 'coverage.alone.json'))
  const browser = dated(read<InBrowser>(join(folder, 'coverage.browser.json')))
  const row = (machine: string): Row => ({
    machine,
    ...(alone[machine] && { alone: alone[machine] }),
    ...(browser[machine] && { browser: browser[machine] }),
  })
  return { machines: machines.map(row) }
}

/** Keeps what a run saw. Machines that it did not run keep their last figures; machines that are gone lose theirs. */
export function keep<S extends keyof Sides>(
  side: S,
  seen: Readonly<Record<string, Sides[S]>>,
  machines: readonly string[],
  folder = REPORTS,
): Report {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `coverage.${side}.json`)
  const known = { ...read<Sides[S]>(file), ...seen }
  write(file, Object.fromEntries(machines.flatMap((name) => (known[name] ? [[name, known[name]]] : []))))
  const report = readReport(machines, folder)
  write(join(folder, 'coverage.json'), report)
  return report
}
