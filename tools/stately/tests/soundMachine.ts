/** A small machine that the extractor reads completely. */
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
        onDone: [{ guard: 'isGood', target: 'done', actions: 'note' }, { target: 'pausing' }],
      },
      after: { pause: 'pausing' },
    },
    pausing: {
      description: 'Nothing goes on.',
      on: { 'user.retry': { target: 'asking', description: 'Once more.' }, 'user.leave': 'done' },
    },
    done: { type: 'final', description: 'It is over.' },
  },
})
