import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMachine, setup } from 'xstate'
import { readChart, chartHash } from '../chart.ts'
import {
  markStale,
  ageLines,
  compareCoverage,
  coverableNames,
  leftOutLines,
  nameText,
  coveredNames,
  coverageTable,
  type BrowserCoverage,
} from '../coverageFigures.ts'
import { createModel } from '../model.ts'
import { saveCoverage, readCoverageSummary } from '../coverageReport.ts'
import { saveTourDuration, readTourDuration, tourDurationText } from '../tourDuration.ts'
import { runPaths, type Path } from '../pathRun.ts'

/** Each state and transition is for something; one requirement stands on what no path reaches. */
const required = createModel({
  machine: setup({
    types: {} as { events: { type: 'go' } | { type: 'back' } },
    guards: { never: () => false },
  }).createMachine({
    id: 'required',
    initial: 'here',
    states: {
      here: {
        meta: { requirement: 'place.here' },
        on: {
          go: { target: 'there', meta: { requirement: ['way.there', 'way.any'] } },
          back: { guard: 'never', target: 'there', meta: { requirement: 'way.back' } },
        },
      },
      there: { on: { back: { target: 'here', meta: { requirement: 'way.any' } } } },
    },
  }),
  inputs: { start: undefined },
  events: { go: { '': {} }, back: { '': {} } },
})

const moments = ({ start, steps }: Path) => [start.actorState, ...steps.map(({ actorState }) => actorState)]
const walked = runPaths(required)
const { chart } = walked

describe('the figures of coverage', () => {
  it('count states, transitions, guard branches, pairs and requirements, and name what is missing', () => {
    const seen = coveredNames(chart, walked.paths.map(moments), walked.coverage.refusals())
    const { figures, missing } = compareCoverage(seen, coverableNames(walked))
    expect(figures).toEqual({
      states: { seen: 2, of: 2 },
      transitions: { seen: 2, of: 3 },
      branches: { seen: 1, of: 2 },
      // There and back; that one can then go there again takes a path of the kind 'pairs'.
      pairs: { seen: 1, of: 2 },
      requirements: { seen: 3, of: 4 },
    })
    expect(missing.map((name) => nameText(chart, name))).toEqual([
      "in 'here', on 'back', if never → 'there'",
      "the guard says yes: in 'here', on 'back', if never → 'there'",
      'way.back',
    ])
  })

  it('count no pair over the border of two paths', () => {
    const [first] = walked.paths
    const [start, there] = first ? moments(first) : []
    if (!start || !there) throw new Error('the path has a step')
    expect(coveredNames(chart, [[start, there], [start]]).pairs).toEqual([])
    expect(coveredNames(chart, [first ? moments(first) : []]).pairs.length).toBeGreaterThan(0)
  })

  it('are read from meta, one name or several', () => {
    expect([...readChart(required.machine).requirements.keys()].sort()).toEqual([
      'place.here',
      'way.any',
      'way.back',
      'way.there',
    ])
  })
})

describe('the one table', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'coverage-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const { figures } = compareCoverage(
    coveredNames(chart, walked.paths.map(moments), walked.coverage.refusals()),
    coverableNames(walked),
  )
  const alone = { figures, missing: [], paths: 1, steps: 3 }
  const browser: BrowserCoverage = {
    ...alone,
    on: '2026-11-22',
    chart: 'as it is',
    tours: 1,
    ms: 1_000,
    leftOut: [
      { what: 'one', reason: 'Nobody can.' },
      { what: 'other', reason: 'Nobody can.' },
    ],
  }

  it('shows both sides, each from its own run, and all together', () => {
    saveCoverage('alone', { a: alone, gone: alone }, ['a', 'b', 'gone'], folder)
    saveCoverage('browser', { a: browser }, ['a', 'b'], folder)
    // Another run, of another machine: what was kept of the first stays; a machine that is gone goes.
    const report = saveCoverage('alone', { b: alone }, ['a', 'b'], folder)
    expect(report).toEqual(readCoverageSummary(['a', 'b'], folder))
    expect(coverageTable(report)).toEqual([
      'machine  states  browser  transitions  browser  guard branches  browser  pairs  browser  requirements  browser',
      'a           2/2      2/2          2/3      2/3             1/2      1/2    1/2      1/2           3/4      3/4',
      'b           2/2        –          2/3        –             1/2        –    1/2        –           3/4        –',
      'all         4/4      2/2          4/6      2/3             2/4      1/2    2/4      1/2           6/8      3/4',
    ])
    expect(leftOutLines(report)).toEqual(['a: Nobody can. So not taken: one; other.'])
  })

  it('tells when the browser saw what, and counts nothing that it saw of another chart', async () => {
    const own = await mkdtemp(join(folder, 'aged-'))
    const of = (on: string, chart = 'as it is'): BrowserCoverage => ({ ...browser, on, chart })
    const seen = { a: of('2026-11-22'), b: of('2026-11-20', 'as it was'), c: of('2026-11-22') }
    saveCoverage('browser', seen, ['a', 'b', 'c'], own)
    const rows = saveCoverage('alone', { a: alone, b: alone, c: alone }, ['a', 'b', 'c'], own).machines
    const machines = markStale(rows, new Map(['a', 'b', 'c'].map((name) => [name, 'as it is'])))
    expect(machines.map(({ stale }) => stale)).toEqual([false, true, false])
    const told = coverageTable({ machines }).map((line) => line.replace(/ +/g, ' '))
    expect(told[2]).toBe('b 2/2 (2/2) 2/3 (2/3) 1/2 (1/2) 1/2 (1/2) 3/4 (3/4)')
    expect(told[4]).toBe('all 6/6 4/6 6/9 4/9 3/6 2/6 3/6 2/6 9/12 6/12')
    expect(ageLines(machines)).toEqual([
      'Browser figures of 2026-11-20 (b) and 2026-11-22.',
      'In brackets, and not counted: seen before the chart had changed. Tour anew: b.',
    ])
    expect(ageLines(machines.slice(0, 1))).toEqual(['Browser figures of 2026-11-22.'])
    expect(ageLines([{ machine: 'a' }])).toEqual([])
    // What was kept before a day was told with it is of nobody knows what.
    const { on: _, ...undated } = browser
    saveCoverage('browser', { a: undated as BrowserCoverage }, ['a'], own)
    expect(readCoverageSummary(['a'], own).machines[0]?.browser).toBeUndefined()
  })

  it('is a file for the atlas', async () => {
    const data = JSON.parse(await readFile(join(folder, 'coverage.json'), 'utf8')) as { machines: unknown[] }
    expect(data.machines).toHaveLength(2)
  })
})

describe('the stamp of a chart', () => {
  const stamp = (on: object, more: object = {}): string =>
    chartHash(
      createMachine({
        id: 'stamped',
        initial: 'here',
        states: { here: { on, ...more }, there: {}, elsewhere: {} },
      }),
    )
  const plain = stamp({ go: 'there' })

  it('changes with what can happen', () => {
    const others = [
      stamp({ go: 'elsewhere' }),
      stamp({ leave: 'there' }),
      stamp({ go: { target: 'there', guard: 'isGood' } }),
      stamp({ go: { target: 'there', actions: 'note' } }),
      stamp({ go: 'there' }, { entry: 'note' }),
      stamp({ go: 'there' }, { invoke: { src: 'ask' } }),
      stamp({ go: 'there' }, { after: { 10: 'there' } }),
      stamp({ go: { target: 'there', meta: { requirement: 'way.there' } } }),
    ]
    expect(new Set([plain, ...others]).size).toBe(others.length + 1)
  })

  it('stays with what is only said', () => {
    expect(stamp({ go: { target: 'there', description: 'Away.' } }, { description: 'Here.', tags: [] })).toBe(plain)
    expect(plain).toMatch(/^[0-9a-f]{8}$/)
  })
})

describe('the time of the tours', () => {
  it('is told as work, and over the workers against what it may be', () => {
    expect(tourDurationText({ tours: 90, work: 612_340 }, true)).toBe(
      '90 tours: 612.3 s of work, over 2 workers 5.1 minutes, of at most 12',
    )
    expect(tourDurationText({ tours: 90, work: 1_500_000 }, true)).toContain(
      'over 2 workers 12.5 minutes, MORE than 12',
    )
    expect(tourDurationText({ tours: 3, work: 12_000 }, false)).toBe('3 tours: 12.0 s of work')
  })

  it('is kept with its day, and absent until all of them have run', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tours-'))
    expect(readTourDuration(folder)).toBeUndefined()
    saveTourDuration({ on: '2026-11-22', tours: 90, work: 1 }, folder)
    expect(readTourDuration(folder)).toEqual({ on: '2026-11-22', tours: 90, work: 1 })
    await rm(folder, { recursive: true })
  })
})
