import { describe, expect, it } from 'vitest'
import { assign, setup } from 'xstate'
import { systemStateNames, essentialPaths, runSystem, type ActorTree, type SystemPath } from '../systemRun.ts'
import { chooseSystemPaths, systemHeadline, renderSystemPaths, systemPathLines } from '../systemFormats.ts'
import { replaySystemPath } from '../replaySystemPath.ts'
import { createModel } from '../model.ts'

/** A child that is asked and answers at its end, or gives up by itself. */
const asking = setup({
  types: {} as {
    input: { patient: boolean }
    context: { patient: boolean; times: number }
    output: { sure: boolean }
    events: { type: 'yes' } | { type: 'no' } | { type: 'again' }
  },
  actions: { count: assign({ times: ({ context }) => context.times + 1 }) },
  guards: { isPatient: ({ context }) => context.patient, isSure: ({ context }) => context.times > 0 },
  delays: { patience: 3_000 },
}).createMachine({
  id: 'asking',
  context: ({ input }) => ({ patient: input.patient, times: 0 }),
  output: ({ context }) => ({ sure: context.times > 0 }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isPatient', target: 'open' }, { target: 'ended' }] },
    open: {
      on: { yes: { target: 'ended', actions: 'count' }, no: 'ended' },
      after: { patience: 'ended' },
    },
    ended: { type: 'final' },
  },
})
const child = createModel({
  machine: asking,
  inputs: { patient: { patient: true } },
  events: { yes: { '': {} }, no: { '': {} } },
  stateKey: ({ context }) => context.times,
})

const home = setup({
  types: {} as {
    input: { patient: boolean }
    context: { patient: boolean }
    events: { type: 'ask' } | { type: 'leave' }
  },
  actors: { asking },
  actions: {
    tell: () => undefined,
  },
  guards: { wasSure: (_, { sure }: { sure: boolean }) => sure },
  delays: { night: 3_000, soon: 1_000 },
}).createMachine({
  id: 'home',
  context: ({ input }) => ({ patient: input.patient }),
  initial: 'alone',
  states: {
    alone: { on: { ask: 'together' } },
    together: {
      invoke: {
        id: 'guest',
        src: 'asking',
        input: ({ context }) => ({ patient: context.patient }),
        onDone: [
          { guard: { type: 'wasSure', params: ({ event }) => event.output }, target: 'glad', actions: 'tell' },
          { target: 'sorry' },
        ],
      },
      on: { leave: 'alone' },
      // As long as the guest waits: both end at the same moment.
      after: { night: 'sorry' },
    },
    glad: { after: { soon: 'alone' } },
    sorry: { type: 'final' },
  },
})
const parent = createModel({
  machine: home,
  inputs: { patient: { patient: true }, impatient: { patient: false } },
  events: { ask: { '': {} }, leave: { '': {} } },
  outcomes: { guest: { done: { sure: { sure: true }, unsure: { sure: false } }, error: 'never' } },
})
const tree: ActorTree = { model: parent, children: { asking: { model: child } } }

describe('machines together', () => {
  const company = runSystem(tree)

  it('take what the world outside can cause, and nothing that a model only supposes', () => {
    const labels = new Set(company.paths.flatMap(({ steps }) => steps.map(({ systemEvent: act }) => act.label)))
    expect([...labels].sort()).toEqual(['1000 ms pass', '3000 ms pass', 'ask', 'guest: no', 'guest: yes', 'leave'])
    expect(company.limited).toBe(false)
    // alone and together, glad, sorry, of the patient; alone and sorry of the impatient, whose guest ends at once.
    expect(company.vertices).toBe(6)
  })

  it('do live what the paths say, to the context of every machine', async () => {
    for (const path of company.paths) await replaySystemPath(tree, path)
    // The night ends when the guest's patience does, and whoever waits longer hears of it first.
    const { missing } = company.coverage.get('asking')?.report() ?? {}
    expect(missing?.transitions.map(({ text: words }) => words)).toEqual(["in 'open', after patience → 'ended'"])
    expect(company.coverage.get('home')?.report().missing.states).toEqual([])
  })

  it('are shown by few paths, in which everything still happens', () => {
    const few = essentialPaths(company.paths)
    expect(essentialPaths([...company.paths, ...company.paths])).toEqual(few)
    const labels = (paths: readonly SystemPath[]) =>
      new Set(paths.flatMap(({ steps }) => steps.map(({ systemEvent: act }) => act.label)))
    expect(labels(few)).toEqual(labels(company.paths))
  })

  it('tell their paths in words, each with whom it happens to', () => {
    const [path] = company.pathsInto('glad')
    expect(path && systemPathLines(tree, path)).toEqual([
      'Begin: patient. Now alone',
      '1. Ask.',
      '   Now together · guest: open',
      '2. (guest) Yes.',
      '   Now glad',
    ])
    expect(company.pathsInto('guest/open')).toHaveLength(1)
    expect(() => company.pathsInto('guest/opn')).toThrow(
      "There is no state of home and those in it 'guest/opn'. Did you mean 'guest/open'",
    )
  })

  it('are handed on as a test script and as data, with the state space and what is left out', () => {
    const chosen = chooseSystemPaths(company, 'together', 1)
    expect(systemHeadline(chosen)).toBe(
      `home with those that it talks to: 6 states, 7 transitions, 5 paths; 1 path to 'together'`,
    )
    const script = renderSystemPaths(chosen, 'markdown')
    expect(script).toContain('# Test script: home with those that it talks to: 6 states, 7 transitions, 5 paths; ')
    expect(script).toContain('| 1 | Ask. | together · guest: open | ☐ |')
    expect(renderSystemPaths(chooseSystemPaths(company, undefined, 2), 'text')).toContain(
      '3 more are left out: a higher limit',
    )
    expect(JSON.parse(renderSystemPaths(chosen, 'json'))).toMatchObject({
      machine: 'home',
      to: 'together',
      vertices: 6,
      paths: chosen.of,
      list: [{ input: 'patient', start: 'alone', steps: [{ words: 'Ask.', now: 'together · guest: open' }] }],
    })
    expect(renderSystemPaths(chosen, 'text')).toContain(`Path 1 of ${chosen.of}`)
    expect(systemStateNames(tree)).toEqual([
      'alone',
      'together',
      'glad',
      'sorry',
      'guest/opening',
      'guest/open',
      'guest/ended',
    ])
  })

  it('tell at the first step where a live machine is not what the path says', async () => {
    const other: ActorTree = {
      model: parent,
      children: { asking: { model: child, translate: () => ({ kind: 'done', payload: { sure: false } }) } },
    }
    const [path] = runSystem(tree).pathsInto('glad')
    if (!path) throw new Error('there is a way')
    await expect(replaySystemPath(other, path)).rejects.toThrow(
      'home, patient: ask → guest: yes\nafter \'guest: yes\' the state of \'\' is "sorry", but the path says "glad"',
    )
  })

  it('tell an invariant that only breaks in company, with the way there', () => {
    const proud = { ...parent, invariants: { 'never sorry': ({ value }: { value: unknown }) => value !== 'sorry' } }
    expect(runSystem({ ...tree, model: proud }).broken).toEqual([
      'home breaks \'never sorry\' in "sorry" (impatient: ask)',
    ])
  })

  it('stop at the limit, and say so', () => {
    expect(runSystem(tree, { limit: 3 })).toMatchObject({ limited: true, edges: 3 })
  })

  it('refuse a cast for an actor that is not there', () => {
    expect(() => runSystem({ model: parent, children: { asks: { model: child } } })).toThrow("home invokes no 'asks'.")
  })
})
