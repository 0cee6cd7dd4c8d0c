/** A small machine, its text, and texts with a part that the extractor cannot read. */
import { fromPromise, setup } from 'xstate'

const ask = fromPromise(() => Promise.resolve(1))

export const soundMachine = setup({
  actors: { ask },
  actions: { note: () => undefined, forget: () => undefined },
  guards: { isGood: () => true },
  delays: { pause: 10 },
}).createMachine({
  id: 'a',
  initial: 'asking',
  states: {
    asking: {
      description: 'The host is asked.',
      tags: ['busy'],
      entry: 'note',
      exit: 'forget',
      invoke: {
        id: 'ask',
        src: 'ask',
        onDone: [{ guard: 'isGood', target: 'done', actions: 'note' }, { target: 'resting' }],
      },
      after: { pause: 'resting' },
    },
    resting: {
      description: 'Nothing goes on.',
      on: { 'user.retry': { target: 'asking', description: 'Once more.' }, 'user.leave': 'done' },
    },
    done: { type: 'final', description: 'It is over.' },
  },
})

/** The text of that machine. */
export const soundText = `
import { setup } from 'xstate'
import { inputs, more, no } from './elsewhere.ts'
export const aMachine = setup({ actors: {}, actions: {}, guards: {}, delays: {} }).createMachine({
  id: 'a',
  initial: 'asking',
  states: {
    asking: {
      description: 'The host is asked.',
      tags: ['busy'],
      entry: 'note',
      exit: 'forget',
      invoke: {
        id: 'ask',
        src: 'ask',
        onDone: [{ guard: 'isGood', target: 'done', actions: 'note' }, { target: 'resting' }],
      },
      after: { pause: 'resting' },
    },
    resting: {
      description: 'Nothing goes on.',
      on: { 'user.retry': { target: 'asking', description: 'Once more.' }, 'user.leave': 'done' },
    },
    done: { type: 'final', description: 'It is over.' },
  },
})
`

const seedFault = (fault: string, from: string, to: string, sentence: string) => ({
  fault,
  text: soundText.replace(from, to),
  sentence: `machines/a.ts${sentence}`,
})

export const seededFaults = [
  seedFault(
    'all of it',
    '.createMachine({',
    '.createMachine(inputs)\nconst other = ({',
    ": Stately's extractor does not read it: it finds no machine. Write the whole configuration as one literal in createMachine.",
  ),
  seedFault(
    'a state',
    "done: { type: 'final', description: 'It is over.' }",
    'done: more',
    ", state 'done': Stately's extractor does not see it. Write it in place.",
  ),
  seedFault(
    'the key of a state',
    'resting: {',
    '[no.resting]: {',
    ", state 'resting': Stately's extractor does not see it. Write it in place.",
  ),
  seedFault(
    'the id',
    "id: 'a'",
    'id: inputs.id',
    ", state '(machine)': for its id 'a' Stately's extractor reads nothing. Write the id as text.",
  ),
  seedFault(
    'the initial state',
    "initial: 'asking'",
    'initial: no.asking',
    ", state '(machine)': for its initial 'asking' Stately's extractor reads nothing. Write the initial state as text.",
  ),
  seedFault(
    'the type',
    "type: 'final'",
    'type: no.final',
    ", state 'done': for its type 'final' Stately's extractor reads 'atomic'. Write the type as text: 'parallel', 'final' or 'history'.",
  ),
  seedFault(
    'a description',
    "'Nothing goes on.'",
    "'Nothing ' + 'goes on.'",
    ", state 'resting': for its description 'Nothing goes on.' Stately's extractor reads nothing. Write the description as one text, put together from nothing.",
  ),
  seedFault(
    'a tag',
    "['busy']",
    '[no.busy]',
    ", state 'asking': for its tags 'busy' Stately's extractor reads none. Write the tags as texts, in place.",
  ),
  seedFault(
    'an action on entry',
    "entry: 'note'",
    'entry: () => more()',
    ", state 'asking': for its entry 'note' Stately's extractor reads '(inline)'. Write the entry actions by their names in setup, in place.",
  ),
  seedFault(
    'an action on exit',
    "exit: 'forget'",
    'exit: no.forget',
    ", state 'asking': for its exit 'forget' Stately's extractor reads '(inline)'. Write the exit actions by their names in setup, in place.",
  ),
  seedFault(
    'an actor',
    "src: 'ask'",
    'src: more',
    ", state 'asking': for its actors 'ask: ask' Stately's extractor reads 'ask: (inline)'. Write id and src of the invoked actor as texts; src is its name in setup.",
  ),
  seedFault(
    'the id of an actor',
    "id: 'ask'",
    'id: no.ask',
    ", state 'asking': for its actors 'ask: ask' Stately's extractor reads '0.a.asking: ask'. Write id and src of the invoked actor as texts; src is its name in setup.",
  ),
  seedFault(
    'an event',
    "'user.leave': 'done'",
    "[no.leave]: 'done'",
    ", state 'resting': for its transitions 'user.leave (1)' Stately's extractor reads none. Write the transition in place, under its event as text; a delay by its name in setup.",
  ),
  seedFault(
    'a delay',
    "{ pause: 'resting' }",
    "{ 10: 'resting' }",
    ", state 'asking': for its transitions 'xstate.after.pause.a.asking (1)' Stately's extractor reads 'xstate.after.10.a.asking (1)'. Write the transition in place, under its event as text; a delay by its name in setup.",
  ),
  seedFault(
    'a target',
    "{ target: 'resting' }",
    '{ target: no.resting }',
    ", state 'asking': for its targets on xstate.done.actor.ask (2) 'resting' Stately's extractor reads none. Write the target as text.",
  ),
  seedFault(
    'a guard',
    "guard: 'isGood'",
    'guard: () => true',
    ", state 'asking': for its guard on xstate.done.actor.ask (1) 'isGood' Stately's extractor reads '(inline)'. Write the guard as its name in setup, or as { type: 'name', params }.",
  ),
  seedFault(
    'an action',
    "actions: 'note'",
    'actions: [more]',
    ", state 'asking': for its actions on xstate.done.actor.ask (1) 'note' Stately's extractor reads '(inline)'. Write the actions as their names in setup, in place.",
  ),
  seedFault(
    'the words of a transition',
    "description: 'Once more.'",
    'description: no.words',
    ", state 'resting': for its description on user.retry (1) 'Once more.' Stately's extractor reads nothing. Write the description of the transition as one text.",
  ),
]
