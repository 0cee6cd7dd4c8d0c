/** Small machines with one fault each, which the engine must report. */
import { assign, fromPromise, setup } from 'xstate'
import { createModel, type ModelConfig } from '../model.ts'

const wait = fromPromise<{ granted: boolean }>(() => {
  throw new Error('provide wait')
})

type Events = { type: 'go' } | { type: 'back' } | { type: 'count' } | { type: 'form.submit'; text: string }

const faultSetup = setup({
  types: {} as { context: { n: number }; events: Events; tags: 'busy' },
  actors: { wait },
  actions: { count: assign({ n: ({ context }) => context.n + 1 }) },
  guards: {
    never: () => false,
    always: () => true,
    isFull: ({ context }) => context.n >= 2,
    hasText: (_, params: { text: string }) => params.text !== '',
    wasGranted: (_, params: { granted: boolean }) => params.granted,
  },
  delays: { short: 1_000, long: 5_000, growing: ({ context }) => 1_000 * (context.n + 1) },
})

const context = { n: 0 }
const inputs = { start: undefined }
const go = { go: { '': {} } }

type FaultConfig = Parameters<typeof faultSetup.createMachine>[0]
type FaultMachine = ReturnType<typeof faultSetup.createMachine>

/** Creates the model of a machine that starts in the state `here`. */
const createFaulty = (
  id: string,
  states: FaultConfig['states'],
  rest: Omit<ModelConfig<FaultMachine>, 'machine' | 'inputs'>,
) => createModel({ machine: faultSetup.createMachine({ id, context, initial: 'here', states }), inputs, ...rest })

export const valid = createModel({
  machine: faultSetup.createMachine({
    id: 'valid',
    context,
    type: 'parallel',
    states: {
      form: {
        initial: 'editing',
        states: {
          editing: {
            on: {
              'form.submit': [
                { guard: { type: 'hasText', params: ({ event }) => ({ text: event.text }) }, target: 'sending' },
                { target: 'empty' },
              ],
            },
          },
          empty: { on: { go: 'editing' } },
          sending: {
            tags: ['busy'],
            invoke: {
              id: 'wait',
              src: 'wait',
              onDone: [
                { guard: { type: 'wasGranted', params: ({ event }) => event.output }, target: 'sent' },
                { target: 'pausing', actions: 'count' },
              ],
              onError: 'pausing',
            },
          },
          pausing: { after: { growing: [{ guard: 'isFull', target: 'editing' }, { target: 'sending' }] } },
          sent: { always: { target: 'editing', actions: 'count' } },
        },
      },
      lamp: { initial: 'off', states: { off: { after: { long: 'on' } }, on: { on: { back: 'off' } } } },
    },
  }),
  inputs,
  events: { go: { '': {} }, back: { '': {} }, 'form.submit': { 'a word': { text: 'x' }, nothing: { text: '' } } },
  outcomes: {
    wait: { done: { granted: { granted: true }, refused: { granted: false } }, error: { lost: { message: 'lost' } } },
  },
  stateKey: (snapshot) => Math.min(snapshot.context.n, 2),
})

export const unreachable = createFaulty(
  'unreachable',
  { here: { on: { go: 'here' } }, island: { on: { go: 'here' } } },
  { events: go },
)

export const dead = createFaulty(
  'dead',
  {
    here: { on: { go: 'there', back: { guard: 'never', target: 'there' } } },
    there: { on: { go: { guard: 'always', target: 'here' } } },
  },
  { events: { ...go, back: { '': {} } } },
)

export const trap = createFaulty(
  'trap',
  { here: { on: { go: 'pit' } }, pit: { on: { count: { actions: 'count' } } } },
  { events: { ...go, count: { '': {} } } },
)

export const missingCases = createFaulty(
  'missingCases',
  {
    here: { on: { go: 'waiting', 'form.submit': 'waiting' } },
    waiting: { invoke: { id: 'wait', src: 'wait', onDone: 'here' } },
  },
  {
    events: { ...go, back: { '': {} } },
    outcomes: { wiat: { done: { granted: {} } } },
  },
)

export const endless = createFaulty(
  'endless',
  {
    here: { on: { go: 'waiting' } },
    waiting: { tags: ['busy'], invoke: { id: 'wait', src: 'wait' }, on: { back: 'here' } },
  },
  { events: { ...go, back: { '': {} } } },
)

export const brokenInvariant = createFaulty(
  'brokenInvariant',
  { here: { on: { count: { actions: 'count' }, go: 'there' } }, there: { on: { back: 'here' } } },
  {
    events: { ...go, back: { '': {} }, count: { '': {} } },
    invariants: { 'never more than three': (snapshot) => snapshot.context.n < 4 },
  },
)

export const spinning = createFaulty(
  'spinning',
  { here: { on: { go: 'left' } }, left: { always: 'right' }, right: { always: 'left' } },
  { events: go },
)

export const boundless = createFaulty(
  'boundless',
  { here: { on: { count: { actions: 'count' } } } },
  {
    events: { count: { '': {} } },
    stateKey: (snapshot) => snapshot.context.n,
    limit: 500,
  },
)

/** Two delays that start together. The longer one ends first only if an event restarts the shorter one. */
export const twoDelays = createModel({
  machine: faultSetup.createMachine({
    id: 'twoDelays',
    context,
    type: 'parallel',
    states: {
      quick: {
        initial: 'a',
        states: { a: { after: { short: 'b' }, on: { go: { target: 'a', reenter: true } } }, b: { on: { go: 'a' } } },
      },
      slow: {
        initial: 'a',
        states: { a: { after: { long: 'b' } }, b: { on: { back: 'a' } } },
      },
    },
  }),
  inputs,
  events: { ...go, back: { '': {} } },
})

const question = setup({
  types: {} as { events: { type: 'yes' } | { type: 'no' }; output: { sure: boolean } },
}).createMachine({
  id: 'question',
  initial: 'asking',
  states: { asking: { on: { yes: 'sure', no: 'unsure' } }, sure: { type: 'final' }, unsure: { type: 'final' } },
  output: { sure: true },
})

/** Nested states, a child machine, a wildcard, history and a final state. */
export const nested = createModel({
  machine: setup({
    types: {} as { events: { type: 'ask' } | { type: 'door.open' } | { type: 'door.shut' } | { type: 'leave' } },
    actors: { question },
    guards: { isSure: (_, params: { sure: boolean }) => params.sure },
  }).createMachine({
    id: 'nested',
    initial: 'home',
    states: {
      home: {
        initial: 'hall',
        states: {
          hall: { on: { ask: 'room' } },
          room: {
            invoke: {
              id: 'question',
              src: 'question',
              onDone: [
                { guard: { type: 'isSure', params: ({ event }) => event.output }, target: 'attic' },
                { target: 'hall' },
              ],
            },
          },
          attic: { type: 'final' },
          last: { type: 'history' },
        },
        on: { 'door.*': 'outside', leave: '#nested.gone' },
        onDone: 'outside',
      },
      outside: { on: { ask: 'home.last', '*': 'gone' } },
      gone: { type: 'final' },
    },
  }),
  inputs,
  events: { ask: { '': {} }, 'door.open': { '': {} }, 'door.shut': { '': {} }, leave: { '': {} } },
  outcomes: { question: { done: { sure: { sure: true }, unsure: { sure: false } } } },
})
