import { describe, expect, it } from 'vitest'
import { createMachine, setup } from 'xstate'
import { readChart, chartHash } from '../chart.ts'
import { compareCoverage, coverableNames, nameText, coveredNames } from '../coverageFigures.ts'
import { createModel } from '../model.ts'
import { runPaths, type Path } from '../pathRun.ts'

/** Every state and transition names a requirement; one of them is not reachable. */
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

const actorStatesOf = ({ start, steps }: Path) => [start.actorState, ...steps.map(({ actorState }) => actorState)]
const run = runPaths(required)
const { chart } = run

describe('coverage figures', () => {
  it('count states, transitions, guard branches, pairs and requirements, and name what is missing', () => {
    const seen = coveredNames(chart, run.paths.map(actorStatesOf), run.coverage.refusals())
    const { figures, missing } = compareCoverage(seen, coverableNames(run))
    expect(figures).toEqual({
      states: { seen: 2, of: 2 },
      transitions: { seen: 2, of: 3 },
      branches: { seen: 1, of: 2 },
      // The pair of 'back' and 'go' needs a path of the kind 'pairs'.
      pairs: { seen: 1, of: 2 },
      requirements: { seen: 3, of: 4 },
    })
    expect(missing.map((name) => nameText(chart, name))).toEqual([
      "in 'here', on 'back', if never → 'there'",
      "guard true: in 'here', on 'back', if never → 'there'",
      'way.back',
    ])
  })

  it('do not count a pair across two paths', () => {
    const [first] = run.paths
    const [start, there] = first ? actorStatesOf(first) : []
    if (!start || !there) throw new Error('the path has a step')
    expect(coveredNames(chart, [[start, there], [start]]).pairs).toEqual([])
    expect(coveredNames(chart, [first ? actorStatesOf(first) : []]).pairs.length).toBeGreaterThan(0)
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

describe('the hash of a chart', () => {
  const hashOf = (on: object, more: object = {}): string =>
    chartHash(
      createMachine({
        id: 'stamped',
        initial: 'here',
        states: { here: { on, ...more }, there: {}, elsewhere: {} },
      }),
    )
  const plain = hashOf({ go: 'there' })

  it('changes with states, transitions, guards, actions, actors and requirements', () => {
    const others = [
      hashOf({ go: 'elsewhere' }),
      hashOf({ leave: 'there' }),
      hashOf({ go: { target: 'there', guard: 'isGood' } }),
      hashOf({ go: { target: 'there', actions: 'note' } }),
      hashOf({ go: 'there' }, { entry: 'note' }),
      hashOf({ go: 'there' }, { invoke: { src: 'ask' } }),
      hashOf({ go: 'there' }, { after: { 10: 'there' } }),
      hashOf({ go: { target: 'there', meta: { requirement: 'way.there' } } }),
    ]
    expect(new Set([plain, ...others]).size).toBe(others.length + 1)
  })

  it('does not change with descriptions and tags', () => {
    expect(hashOf({ go: { target: 'there', description: 'Away.' } }, { description: 'Here.', tags: [] })).toBe(plain)
    expect(plain).toMatch(/^[0-9a-f]{8}$/)
  })
})
