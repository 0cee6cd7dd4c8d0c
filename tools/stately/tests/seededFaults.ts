/** The text of a machine with a part that the extractor cannot read. */
import { readFileSync } from 'node:fs'

export const soundText = readFileSync(new URL('soundMachine.ts', import.meta.url), 'utf8')

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
    ", state 'done': Stately's extractor does not see it. Write it inline.",
  ),
  seedFault(
    'the key of a state',
    'pausing: {',
    '[no.pausing]: {',
    ", state 'pausing': Stately's extractor does not see it. Write it inline.",
  ),
  seedFault(
    'the id',
    "id: 'a'",
    'id: inputs.id',
    ", state '(machine)': for its id 'a' Stately's extractor reads nothing. Write the id as a string literal.",
  ),
  seedFault(
    'the initial state',
    "initial: 'asking'",
    'initial: no.asking',
    ", state '(machine)': for its initial 'asking' Stately's extractor reads nothing. Write the initial state as a string literal.",
  ),
  seedFault(
    'the type',
    "type: 'final'",
    'type: no.final',
    ", state 'done': for its type 'final' Stately's extractor reads 'atomic'. Write the type as a string literal: 'parallel', 'final' or 'history'.",
  ),
  seedFault(
    'a description',
    "'Nothing goes on.'",
    "'Nothing ' + 'goes on.'",
    ", state 'pausing': for its description 'Nothing goes on.' Stately's extractor reads nothing. Write the description as one string literal.",
  ),
  seedFault(
    'a tag',
    "['busy']",
    '[no.busy]',
    ", state 'asking': for its tags 'busy' Stately's extractor reads none. Write the tags inline as string literals.",
  ),
  seedFault(
    'an action on entry',
    "entry: 'note'",
    'entry: () => more()',
    ", state 'asking': for its entry 'note' Stately's extractor reads '(inline)'. Write the entry actions inline, by their names in setup.",
  ),
  seedFault(
    'an action on exit',
    "exit: 'forget'",
    'exit: no.forget',
    ", state 'asking': for its exit 'forget' Stately's extractor reads '(inline)'. Write the exit actions inline, by their names in setup.",
  ),
  seedFault(
    'an actor',
    "src: 'ask'",
    'src: more',
    ", state 'asking': for its actors 'ask: ask' Stately's extractor reads 'ask: (inline)'. Write id and src of the invoked actor as string literals; src is its name in setup.",
  ),
  seedFault(
    'the id of an actor',
    "id: 'ask'",
    'id: no.ask',
    ", state 'asking': for its actors 'ask: ask' Stately's extractor reads '0.a.asking: ask'. Write id and src of the invoked actor as string literals; src is its name in setup.",
  ),
  seedFault(
    'an event',
    "'user.leave': 'done'",
    "[no.leave]: 'done'",
    ", state 'pausing': for its transitions 'user.leave (1)' Stately's extractor reads none. Write the transition inline, under its event as a string literal, or under the name of the delay in setup.",
  ),
  seedFault(
    'a delay',
    "{ pause: 'pausing' }",
    "{ 10: 'pausing' }",
    ", state 'asking': for its transitions 'xstate.after.pause.a.asking (1)' Stately's extractor reads 'xstate.after.10.a.asking (1)'. Write the transition inline, under its event as a string literal, or under the name of the delay in setup.",
  ),
  seedFault(
    'a target',
    "{ target: 'pausing' }",
    '{ target: no.pausing }',
    ", state 'asking': for its targets on xstate.done.actor.ask (2) 'pausing' Stately's extractor reads none. Write the target as a string literal.",
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
    ", state 'asking': for its actions on xstate.done.actor.ask (1) 'note' Stately's extractor reads '(inline)'. Write the actions inline, by their names in setup.",
  ),
  seedFault(
    'the description of a transition',
    "description: 'Once more.'",
    'description: no.words',
    ", state 'pausing': for its description on user.retry (1) 'Once more.' Stately's extractor reads nothing. Write the description of the transition as one string literal.",
  ),
]
