import { describe, expect, it } from 'vitest'
import { Coverage } from '../coverage.ts'
import { asData, asMarkdown, choosePaths, pathsHeadline, remainderLines } from '../pathFormats.ts'
import { createModel, type Model } from '../model.ts'
import * as seeded from './seededFaults.ts'
import { replayPath } from '../controlledActor.ts'
import { transitionPairsBetween, findTransitionPairs } from '../transitionPairs.ts'
import { runPaths, type Path } from '../pathRun.ts'
import { PATH_KINDS, parsePathKind, searchPaths, type PathKind, type PathRequest } from '../pathSearch.ts'
import { setup } from 'xstate'

const pathsOf = (model: Model, request: PathRequest): Path[] => [...searchPaths(model, request).paths()]
const names = (paths: readonly Path[]): string[] => paths.map(({ name }) => name)
const kinds = Object.keys(PATH_KINDS) as PathKind[]

/** A machine in which every state has a transition to every other. Its number of simple paths is factorial. */
const completeGraph = (size: number): Model => {
  const nodes = Array.from({ length: size }, (_, i) => `p${i}`)
  const on = Object.fromEntries(nodes.map((node) => [`to.${node}`, { target: node }]))
  const machine = setup({ types: {} as { events: { type: `to.${string}` } } }).createMachine({
    id: 'net',
    initial: 'p0',
    states: Object.fromEntries(nodes.map((node) => [node, { on }])),
  })
  const events = Object.fromEntries(nodes.map((node) => [`to.${node}`, { '': {} }]))
  return createModel({ machine, inputs: { start: undefined }, events }) as unknown as Model
}
const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))

describe.each([seeded.valid, seeded.nested, seeded.twoDelays])('$name', (model) => {
  it.each(kinds)('replays every path of the kind "%s" on a live actor', (kind) => {
    const found = searchPaths(model, { kind })
    const { paths, left } = choosePaths(found, 300)
    if (found.count.isExact) expect(paths.length + left.paths).toBe(found.count.paths)
    expect(paths.length).toBeGreaterThan(0)
    const seen = new Coverage(runPaths(model).chart)
    for (const path of paths) replayPath(model, path, seen)
  })

  it('has simple paths that pass no state twice', () => {
    for (const { start, steps } of choosePaths(searchPaths(model, { kind: 'simple' }), 300).paths) {
      const passed = [start.actorState, ...steps.map(({ actorState }) => actorState)].map(({ snapshot }) =>
        JSON.stringify([snapshot.value, snapshot.status, model.stateKey(snapshot)]),
      )
      expect(new Set(passed).size).toBe(passed.length)
    }
  })

  it('has paths that take every pair of successive transitions', () => {
    const wanted = new Set(findTransitionPairs(runPaths(model).nodes).keys())
    const taken = new Set<string>()
    for (const { start, steps } of pathsOf(model, { kind: 'pairs' })) {
      let before = start.actorState
      for (const { actorState } of steps) {
        for (const pair of transitionPairsBetween(before, actorState)) taken.add(pair)
        before = actorState
      }
    }
    expect([...wanted].filter((pair) => !taken.has(pair))).toEqual([])
  })

  it('has tours that take the transitions of all paths', () => {
    const seen = new Coverage(runPaths(model).chart)
    for (const path of pathsOf(model, { kind: 'tours' })) {
      seen.add(path.start.actorState)
      for (const { actorState } of path.steps) seen.add(actorState)
    }
    const untimely = model === seeded.twoDelays ? 1 : 0
    expect(seen.report().missing.transitions.length).toBeLessThanOrEqual(untimely)
  })
})

describe('requested paths', () => {
  it('end in a state, with each transition into it', () => {
    const paths = pathsOf(seeded.nested, { kind: 'transitions', to: 'home.attic' })
    expect(names(paths)).toEqual(['ask → question done / sure'])
    for (const { steps } of pathsOf(seeded.valid, { kind: 'transitions', to: 'form.pausing' }))
      expect(steps.at(-1)?.actorState.snapshot.matches({ form: 'pausing' })).toBe(true)
  })

  it('start with a named input, or in a state, reached by the shortest route', () => {
    expect(names(pathsOf(seeded.nested, { kind: 'shortest', from: 'start', to: 'gone' }))).toEqual(['leave'])
    const from = searchPaths(seeded.nested, { kind: 'transitions', from: 'outside' })
    expect(from.prefixLength).toBe(1)
    const seen = new Coverage(runPaths(seeded.nested).chart)
    for (const path of from.paths()) {
      expect(path.steps[0]?.actorState.snapshot.value).toBe('outside')
      replayPath(seeded.nested, path, seen)
    }
  })

  it('take a requested transition', () => {
    const paths = pathsOf(seeded.nested, { kind: 'simple', through: 'leave' })
    expect(paths.length).toBeGreaterThan(0)
    for (const { name } of paths) expect(name).toContain('leave')
    expect(pathsOf(seeded.nested, { kind: 'simple' }).length).toBeGreaterThan(paths.length)
  })

  it.each([
    [
      { kind: 'simple', to: 'home.atic' },
      "There is no state of nested 'home.atic'. Did you mean 'home', 'home.attic'?",
    ],
    [{ kind: 'simple', from: 'strat' }, "There is no start or state of nested 'strat'. Did you mean 'start'?"],
    [{ kind: 'simple', through: 'door.opn' }, "There is no event of nested 'door.opn'. "],
    [
      { kind: 'pairs', to: 'gone' },
      "Paths of the kind 'pairs' cover the whole machine. Remove the end, or choose another kind.",
    ],
    [{ kind: 'tours', from: 'gone' }, "Tours start with an input, not in a state: 'start'."],
  ] satisfies [PathRequest, string][])('reject unknown names: %j', (request, sentence) => {
    expect(() => searchPaths(seeded.nested, request)).toThrow(sentence)
  })

  it('suggest similar names for an unknown kind', () => {
    expect(() => parsePathKind('simpel')).toThrow("There is no kind of paths 'simpel'. Did you mean 'simple'?")
  })
})

describe('simple paths', () => {
  it('are counted exactly if there are few', () => {
    // With 4 states: every order of the other three.
    expect(searchPaths(completeGraph(4), { kind: 'simple' }).count).toEqual({ paths: factorial(3), isExact: true })
    expect(pathsOf(completeGraph(4), { kind: 'simple' })).toHaveLength(factorial(3))
    // To one of them: every order of every subset of the other two.
    expect(searchPaths(completeGraph(4), { kind: 'simple', to: 'p1' }).count).toEqual({ paths: 5, isExact: true })
  })

  it('are estimated if there are very many, and yielded one at a time', () => {
    const startedAt = performance.now()
    const found = searchPaths(completeGraph(12), { kind: 'simple' })
    expect(found.count.isExact).toBe(false)
    expect(found.count.paths / factorial(11)).toBeCloseTo(1, 1)
    const chosen = choosePaths(found, 3)
    expect(chosen.paths).toHaveLength(3)
    expect(chosen.left).toEqual({ paths: found.count.paths - 3, isExact: false })
    expect(pathsHeadline(found)).toBe('net: about 40,000,000 paths – every path without a repeated state')
    // Only detects a hang.
    expect(performance.now() - startedAt).toBeLessThan(60_000)
  })

  it('to an end are found without a search of the states that cannot reach it, the nearest first', () => {
    const nodes = Array.from({ length: 14 }, (_, i) => `p${i}`)
    const far = Object.fromEntries(nodes.map((node) => [`to.${node}`, { target: node }]))
    const machine = setup({ types: {} as { events: { type: string } } }).createMachine({
      id: 'maze',
      initial: 'gate',
      states: {
        gate: { on: { wander: 'p0', leave: 'gone', detour: 'garden' } },
        garden: { on: { leave: 'gone' } },
        gone: { type: 'final' },
        // From these states, every path to the end passes the gate a second time.
        ...Object.fromEntries(nodes.map((node) => [node, { on: { ...far, back: 'gate' } }])),
      },
    })
    const events = Object.fromEntries(
      ['wander', 'leave', 'detour', 'back', ...Object.keys(far)].map((type) => [type, { '': {} }]),
    )
    const maze = createModel({ machine, inputs: { start: undefined }, events }) as unknown as Model
    const found = searchPaths(maze, { kind: 'simple', to: 'gone' })
    expect(found.count).toEqual({ paths: 2, isExact: true })
    expect(names([...found.paths()])).toEqual(['leave', 'detour → leave'])
    expect(found.stopReason()).toBeUndefined()
  })

  it('are estimated as integers', () => {
    expect(searchPaths(completeGraph(9), { kind: 'simple', to: 'p1' }).count.paths % 1).toBe(0)
  })

  it('stop at the maximum number of steps, with a reason', () => {
    const chosen = choosePaths(searchPaths(completeGraph(12), { kind: 'simple' }), Infinity, 2_000)
    expect(chosen.stopReason).toBe('The paths have more than 2,000 steps.')
    expect(chosen.left.paths).toBeGreaterThan(1_000_000)
    // A higher limit would not show more of them.
    expect(remainderLines(chosen).join(' ')).toMatch(/^about [\d,]+ more paths\. The paths have more than/)
  })
})

describe('paths are rendered as', () => {
  const chosen = choosePaths(searchPaths(seeded.nested, { kind: 'shortest', to: 'home.attic' }), 10)

  it('a manual test script', () => {
    expect(asMarkdown(chosen)).toBe(
      [
        "# Test script: nested: 1 path to 'home.attic' – the shortest path to every state",
        '',
        'Tester: ____________ Date: ____________ Build: ____________',
        '',
        '## Path 1',
        '',
        'Start: start. Expected: **home.hall**',
        '',
        '| Step | Action | Expected | OK |',
        '| --- | --- | --- | --- |',
        '| 1 | Ask. | **home.room** | ☐ |',
        "| 2 | 'question' answers: sure. | **outside** | ☐ |",
        '',
      ].join('\n'),
    )
  })

  it('data', () => {
    expect(asData(chosen)).toMatchObject({
      machine: 'nested',
      kind: 'shortest',
      to: 'home.attic',
      paths: 1,
      left: 0,
      stopped: null,
      list: [{ input: 'start', start: { home: 'hall' }, steps: [{ label: 'ask' }, { label: 'question done / sure' }] }],
    })
  })
})
