/** Tests the engine on five machines that are modeled on XState's examples. */
import { describe, expect, it } from 'vitest'
import {
  Coverage,
  createPath,
  createTestModel,
  planTransitionTours,
  replayPath,
  runPaths,
  runRandomWalks,
  searchPaths,
  type Model,
  type PathKind,
} from '../index.ts'
import { crosswalk } from './fixtures/crosswalk.ts'
import { textEditor } from './fixtures/textEditor.ts'
import { trafficLight } from './fixtures/trafficLight.ts'
import { userSearch } from './fixtures/userSearch.ts'
import { vending } from './fixtures/vendingMachine.ts'

type Size = { states: number; transitions: number; branches: number; vertices: number }

const examples: readonly (readonly [string, Model, Size])[] = [
  ['parallel states', textEditor, { states: 13, transitions: 15, branches: 0, vertices: 24 }],
  ['after', trafficLight, { states: 6, transitions: 7, branches: 0, vertices: 5 }],
  ['invoked actors', userSearch, { states: 5, transitions: 9, branches: 4, vertices: 15 }],
  ['nested final states', crosswalk, { states: 9, transitions: 5, branches: 0, vertices: 6 }],
  ['guards', vending, { states: 3, transitions: 7, branches: 6, vertices: 11 }],
]

describe.each(examples)('a machine with %s', (_, model, size) => {
  const run = runPaths(model)
  const [start = ''] = Object.keys(model.inputs)

  it('has the expected states, transitions and guard branches, all of them covered', () => {
    const { states, transitions, branches } = run.coverage.report()
    expect({
      states: states.of,
      transitions: transitions.of,
      branches: branches.of,
      vertices: run.vertices,
    }).toEqual(size)
    expect([states.seen, transitions.seen, branches.seen]).toEqual([states.of, transitions.of, branches.of])
    expect(run.findings.map(({ sentence }) => sentence)).toEqual([])
  })

  it.each<PathKind>(['transitions', 'shortest', 'pairs', 'tours'])('replays its paths of the kind %s', (kind) => {
    const paths = [...searchPaths(model, { kind }).paths()]
    expect(paths.length).toBeGreaterThan(0)
    const replayed = new Coverage(run.chart)
    for (const path of paths) replayPath(model, path, replayed)
    const seen = replayed.report()
    expect(seen.states.seen).toBe(size.states)
    if (kind !== 'shortest') expect(seen.transitions.seen).toBe(size.transitions)
  })

  it('is covered by fewer tours than paths', () => {
    const { tours, notTaken } = planTransitionTours(model)
    expect(notTaken).toEqual([])
    expect(tours.length).toBeLessThanOrEqual(run.paths.length)
  })

  it('keeps its invariants on random walks, and draws the same walks from the same seed', () => {
    const { failure, steps } = runRandomWalks(model, { runs: 50, seed: 3 })
    expect(failure).toBeUndefined()
    expect(runRandomWalks(model, { runs: 50, seed: 3 }).steps).toBe(steps)
  })

  it('is a TestModel with the same vertices, whose paths are exact after createPath', () => {
    const testModel = createTestModel(model, { start })
    expect(Object.keys(testModel.getAdjacencyMap())).toHaveLength(size.vertices)
    const shortest = testModel.getShortestPaths()
    const replayed = new Coverage(run.chart)
    for (const { steps } of shortest) {
      // The first step of XState's paths is the initial event.
      const labels = steps.slice(1).map(({ event }) => event.type)
      replayPath(model, createPath(model, start, labels), replayed)
    }
    expect(replayed.report().missing.states).toEqual([])
  })
})
