import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  markStale,
  dateLines,
  leftOutLines,
  coverageTable,
  type BrowserCoverage,
  type Figures,
} from '../../tools/model-testing/coverageFigures.ts'
import { saveCoverage, readCoverageSummary } from './coverageReport.ts'
import { saveTourDuration, readTourDuration, tourDurationText } from './tourDuration.ts'

const figures: Figures = {
  states: { seen: 2, of: 2 },
  transitions: { seen: 2, of: 3 },
  branches: { seen: 1, of: 2 },
  pairs: { seen: 1, of: 2 },
  requirements: { seen: 3, of: 4 },
}

describe('the coverage table', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'coverage-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const alone = { figures, missing: [], paths: 1, steps: 3 }
  const browser: BrowserCoverage = {
    ...alone,
    on: '2026-11-22',
    chart: 'current',
    tours: 1,
    ms: 1_000,
    leftOut: [
      { what: 'one', reason: 'A browser cannot do it.' },
      { what: 'other', reason: 'A browser cannot do it.' },
    ],
  }

  it('shows model and browser figures, each from its own run, and a total', () => {
    saveCoverage('alone', { a: alone, gone: alone }, ['a', 'b', 'gone'], folder)
    saveCoverage('browser', { a: browser }, ['a', 'b'], folder)
    // A run of another machine keeps the figures of the first and deletes those of a removed machine.
    const report = saveCoverage('alone', { b: alone }, ['a', 'b'], folder)
    expect(report).toEqual(readCoverageSummary(['a', 'b'], folder))
    expect(coverageTable(report)).toEqual([
      'machine  states  browser  transitions  browser  guard branches  browser  pairs  browser  requirements  browser',
      'a           2/2      2/2          2/3      2/3             1/2      1/2    1/2      1/2           3/4      3/4',
      'b           2/2        –          2/3        –             1/2        –    1/2        –           3/4        –',
      'all         4/4      2/2          4/6      2/3             2/4      1/2    2/4      1/2           6/8      3/4',
    ])
    expect(leftOutLines(report)).toEqual(['a: A browser cannot do it. Excluded: one; other.'])
  })

  it('shows the dates of browser figures, and does not count figures of another chart', async () => {
    const own = await mkdtemp(join(folder, 'aged-'))
    const of = (on: string, chart = 'as it is'): BrowserCoverage => ({ ...browser, on, chart })
    const seen = { a: of('2026-11-22'), b: of('2026-11-20', 'as it was'), c: of('2026-11-22') }
    saveCoverage('browser', seen, ['a', 'b', 'c'], own)
    const rows = saveCoverage('alone', { a: alone, b: alone, c: alone }, ['a', 'b', 'c'], own).machines
    const machines = markStale(rows, new Map(['a', 'b', 'c'].map((name) => [name, 'as it is'])))
    expect(machines.map(({ stale }) => stale)).toEqual([false, true, false])
    const lines = coverageTable({ machines }).map((line) => line.replace(/ +/g, ' '))
    expect(lines[2]).toBe('b 2/2 (2/2) 2/3 (2/3) 1/2 (1/2) 1/2 (1/2) 3/4 (3/4)')
    expect(lines[4]).toBe('all 6/6 4/6 6/9 4/9 3/6 2/6 3/6 2/6 9/12 6/12')
    expect(dateLines(machines)).toEqual([
      'Browser figures of 2026-11-20 (b) and 2026-11-22.',
      'In parentheses and not counted: figures of an earlier chart. Run the tours again: b.',
    ])
    expect(dateLines(machines.slice(0, 1))).toEqual(['Browser figures of 2026-11-22.'])
    expect(dateLines([{ machine: 'a' }])).toEqual([])
    // Figures without a date are dropped.
    const { on: _, ...undated } = browser
    saveCoverage('browser', { a: undated as BrowserCoverage }, ['a'], own)
    expect(readCoverageSummary(['a'], own).machines[0]?.browser).toBeUndefined()
  })

  it('is stored as a file for the atlas', async () => {
    const data = JSON.parse(await readFile(join(folder, 'coverage.json'), 'utf8')) as { machines: unknown[] }
    expect(data.machines).toHaveLength(2)
  })
})

describe('the duration of the tours', () => {
  it('is shown as a sum and, divided among the workers, against the limit', () => {
    expect(tourDurationText({ tours: 90, work: 612_340 }, true)).toBe(
      '90 tours: 612.3 s of work, over 2 workers 5.1 minutes, limit 12',
    )
    expect(tourDurationText({ tours: 90, work: 1_500_000 }, true)).toContain('over 2 workers 12.5 minutes, EXCEEDS 12')
    expect(tourDurationText({ tours: 3, work: 12_000 }, false)).toBe('3 tours: 12.0 s of work')
  })

  it('is stored with its date, and undefined before the first complete run', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tours-'))
    expect(readTourDuration(folder)).toBeUndefined()
    saveTourDuration({ on: '2026-11-22', tours: 90, work: 1 }, folder)
    expect(readTourDuration(folder)).toEqual({ on: '2026-11-22', tours: 90, work: 1 })
    await rm(folder, { recursive: true })
  })
})
