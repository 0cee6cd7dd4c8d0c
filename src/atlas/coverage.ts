/**
 * What the last run of the tests covered: `.cache/reports/coverage.json`, written by the tests and by `npm run
 * coverage`. The sandbox's server gives it at /atlas/coverage.json, and `npm run atlas` copies it beside the page.
 */
import { subjects, type LeftOut, type Row, type Side } from '../../tests/model/figures.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTally = (value: unknown): boolean =>
  isRecord(value) && typeof value['seen'] === 'number' && typeof value['of'] === 'number'

function isSide(value: unknown): value is Side {
  const figures = isRecord(value) ? value['figures'] : undefined
  return isRecord(figures) && subjects.every((subject) => isTally(figures[subject]))
}

const isLeftOut = (value: unknown): value is LeftOut =>
  isRecord(value) && typeof value['what'] === 'string' && typeof value['reason'] === 'string'

export type Covered = Pick<Row, 'machine'> & {
  readonly alone: Side | undefined
  readonly browser: Side | undefined
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
        browser: isSide(browser) ? browser : undefined,
        leftOut: leftOut.filter(isLeftOut),
      },
    ]
  })
}

let asked: Promise<Covered[]> | undefined

/** What is covered; empty where no tests have run yet. Asked once. */
export function coverage(): Promise<Covered[]> {
  asked ??= fetch('coverage.json')
    .then(async (answer) => (answer.ok ? readCoverage(await answer.json()) : []))
    .catch(() => [])
  return asked
}
