import { describe, expect, it } from 'vitest'
import { assign, sendTo, setup } from 'xstate'
import { systemStateNames, type ActorTree } from '../actorTree.ts'
import { essentialPaths, runSystem, type SystemPath } from '../systemRun.ts'
import { chooseSystemPaths, systemHeadline, renderSystemPaths, systemPathLines } from '../systemFormats.ts'
import { replaySystemPath } from '../replaySystemPath.ts'
import { createModel } from '../model.ts'

/** A child with an output. A delay ends it without an outcome. */
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
      // Ends at the same time as the delay of the child.
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

describe('a system', () => {
  const system = runSystem(tree)

  it('has the events of its models without the outcomes of its children', () => {
    const labels = new Set(system.paths.flatMap(({ steps }) => steps.map(({ event }) => event.label)))
    expect([...labels].sort()).toEqual(['1000 ms pass', '3000 ms pass', 'ask', 'guest: no', 'guest: yes', 'leave'])
    expect(system.limited).toBe(false)
    // patient: alone, together, glad, sorry. impatient: alone, sorry, because the child is done at once.
    expect(system.vertices).toBe(6)
  })

  it('replays on live actors with the same contexts', async () => {
    for (const path of system.paths) await replaySystemPath(tree, path)
    // The delay of the parent ends first and stops the child.
    const { missing } = system.coverage.get('asking')?.report() ?? {}
    expect(missing?.transitions.map(({ text }) => text)).toEqual(["in 'open', after patience → 'ended'"])
    expect(system.coverage.get('home')?.report().missing.states).toEqual([])
  })

  it('has essential paths with all events', () => {
    const few = essentialPaths(system.paths)
    expect(essentialPaths([...system.paths, ...system.paths])).toEqual(few)
    const labels = (paths: readonly SystemPath[]) =>
      new Set(paths.flatMap(({ steps }) => steps.map(({ event }) => event.label)))
    expect(labels(few)).toEqual(labels(system.paths))
  })

  it('renders paths as text', () => {
    const [path] = system.pathsInto('glad')
    expect(path && systemPathLines(tree, path)).toEqual([
      'Start: patient. State: alone',
      '1. Ask.',
      '   State: together · guest: open',
      '2. (guest) Yes.',
      '   State: glad',
    ])
    expect(system.pathsInto('guest/open')).toHaveLength(1)
    expect(() => system.pathsInto('guest/opn')).toThrow(
      "There is no state of home and its actors 'guest/opn'. Did you mean 'guest/open'",
    )
  })

  it('renders paths as a test script and as JSON', () => {
    const chosen = chooseSystemPaths(system, 'together', 1)
    expect(systemHeadline(chosen)).toBe(`home and its actors: 6 states, 7 transitions, 5 paths; 1 path to 'together'`)
    const script = renderSystemPaths(chosen, 'markdown')
    expect(script).toContain('# Test script: home and its actors: 6 states, 7 transitions, 5 paths; ')
    expect(script).toContain('| 1 | Ask. | together · guest: open | ☐ |')
    expect(renderSystemPaths(chooseSystemPaths(system, undefined, 2), 'text')).toContain(
      '3 more paths. Raise the limit to print them.',
    )
    expect(JSON.parse(renderSystemPaths(chosen, 'json'))).toMatchObject({
      machine: 'home',
      to: 'together',
      vertices: 6,
      paths: chosen.of,
      list: [{ input: 'patient', start: 'alone', steps: [{ text: 'Ask.', expected: 'together · guest: open' }] }],
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

  it('throws at the first difference between path and live actors', async () => {
    const other: ActorTree = {
      model: parent,
      children: { asking: { model: child, mapOutput: () => ({ kind: 'done', payload: { sure: false } }) } },
    }
    const [path] = runSystem(tree).pathsInto('glad')
    if (!path) throw new Error('there is no path')
    await expect(replaySystemPath(other, path)).rejects.toThrow(
      'home, patient: ask → guest: yes\nafter \'guest: yes\' the state of \'\' is "sorry", but the path has "glad"',
    )
  })

  it('reports a broken invariant with its path', () => {
    const proud = { ...parent, invariants: { 'never sorry': ({ value }: { value: unknown }) => value !== 'sorry' } }
    expect(runSystem({ ...tree, model: proud }).broken).toEqual([
      'home breaks \'never sorry\' in "sorry" (impatient: ask)',
    ])
  })

  it('stops at the limit', () => {
    expect(runSystem(tree, { limit: 3 })).toMatchObject({ limited: true, edges: 3 })
  })

  it('rejects a child that the machine does not invoke', () => {
    expect(() => runSystem({ model: parent, children: { asks: { model: child } } })).toThrow("home invokes no 'asks'.")
  })
})

/** A child that changes with the events of its parent and is observed by it. */
const volumeMachine = setup({
  types: {} as { context: { level: number }; events: { type: 'level.raise' } | { type: 'level.lower' } },
  actions: {
    raise: assign({ level: ({ context }) => context.level + 1 }),
    lower: assign({ level: ({ context }) => context.level - 1 }),
  },
  guards: { canRaise: ({ context }) => context.level < 3, canLower: ({ context }) => context.level > 0 },
}).createMachine({
  id: 'volume',
  context: { level: 0 },
  initial: 'on',
  states: {
    on: {
      on: {
        'level.raise': [{ guard: 'canRaise', actions: 'raise' }, { target: 'tooLoud' }],
        'level.lower': { guard: 'canLower', actions: 'lower' },
      },
    },
    tooLoud: { type: 'final' },
  },
})
const volume = createModel({
  machine: volumeMachine,
  inputs: { start: undefined },
  events: { 'level.lower': { '': {} } },
  stateKey: ({ context }) => context.level,
})

const radioMachine = setup({
  types: {} as {
    context: { level: number; isLouder: boolean }
    events: { type: 'button.press' } | { type: 'power.toggle' }
  },
  actors: { volume: volumeMachine },
  actions: {
    raise: sendTo('volume', { type: 'level.raise' }),
    setLevel: assign(({ context }, { level }: { level: number }) => ({ level, isLouder: level > context.level })),
  },
  guards: { isChanged: ({ context }, { level }: { level: number }) => level !== context.level },
}).createMachine({
  id: 'radio',
  context: { level: 0, isLouder: false },
  initial: 'playing',
  states: {
    playing: {
      invoke: {
        id: 'volume',
        src: 'volume',
        onSnapshot: {
          guard: { type: 'isChanged', params: ({ event }) => ({ level: event.snapshot.context.level }) },
          actions: { type: 'setLevel', params: ({ event }) => ({ level: event.snapshot.context.level }) },
        },
        onDone: 'broken',
      },
      on: { 'button.press': { actions: ['raise', 'raise'] }, 'power.toggle': 'off' },
    },
    off: { on: { 'power.toggle': 'playing' } },
    broken: { type: 'final' },
  },
})
const radio = createModel({
  machine: radioMachine,
  inputs: { start: undefined },
  events: { 'button.press': { '': {} }, 'power.toggle': { '': {} } },
  outcomes: {
    volume: { done: { 'too loud': undefined }, error: 'never', snapshot: { loud: { context: { level: 9 } } } },
  },
  stateKey: ({ context }) => context.level,
  invariants: { 'the level is one of the child': ({ context }) => context.level <= 3 },
})
const radioTree: ActorTree = { model: radio, children: { volume: { model: volume } } }

describe('a parent that sends to its child and observes its snapshots', () => {
  const system = runSystem(radioTree)
  const levelsOf = (path: SystemPath | undefined): unknown[] =>
    [...(path?.steps.at(-1)?.state.actors.values() ?? [])].map(
      ({ snapshot }) => (snapshot.context as { level: number }).level,
    )

  it('sends every event of a step, and receives the snapshot of each', () => {
    expect(system.broken).toEqual([])
    const pressed = system.paths.find(({ name }) => name.startsWith('button.press → volume: level.lower'))
    expect(levelsOf(pressed && { ...pressed, steps: pressed.steps.slice(0, 1) })).toEqual([2, 2])
    expect(levelsOf(pressed && { ...pressed, steps: pressed.steps.slice(0, 2) })).toEqual([1, 1])
    expect(system.pathsInto('broken').map(({ name }) => name)).toContain('button.press → button.press')
  })

  it('covers the transitions of the child that only the parent can cause', () => {
    expect(system.coverage.get('volume')?.report().missing.transitions).toEqual([])
    expect(system.coverage.get('radio')?.report().missing.transitions).toEqual([])
  })

  it('replays on live actors', async () => {
    for (const path of system.paths) await replaySystemPath(radioTree, path)
    expect(system.paths.length).toBeGreaterThan(3)
  })

  it('differs from a system whose parent does not send', async () => {
    const silent = radioMachine.provide({ actions: { raise: () => undefined } })
    const [path] = runSystem(radioTree).pathsInto('broken')
    if (!path) throw new Error('there is no path')
    const other = { model: { ...radio, machine: silent }, children: { volume: { model: volume } } }
    await expect(replaySystemPath(other, path)).rejects.toThrow('the context of \'\' is {"level":0')
  })
})
