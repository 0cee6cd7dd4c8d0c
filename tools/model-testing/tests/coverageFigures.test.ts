import { describe, expect, it } from 'vitest'
import { createMachine, setup } from 'xstate'
import { readChart, chartHash } from '../chart.ts'
import { compareCoverage, coverableNames, nameText, coveredNames } from '../coverageFigures.ts'
import { createModel } from '../model.ts'
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
      "guard true: in 'here', on 'back', if never → 'there'",
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
