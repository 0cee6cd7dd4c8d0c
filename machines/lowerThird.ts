/**
 * lowerThird: names the channel over the picture for three seconds after it is opened.
 *
 *   hidden ──channel.opened──▶ shown ──(3 s)──▶ hidden
 */
import { setup } from 'xstate'
import { createStubs } from './stub.ts'

export type LowerThirdEvent = { type: 'channel.opened' }

const stub = createStubs('lowerThird')

export const lowerThirdMachine = setup({
  types: {} as {
    events: LowerThirdEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Sends `channel.opened`. */
    watchChannels: stub.callback<LowerThirdEvent>('watchChannels'),
  },
  delays: { showDuration: 3_000 },
}).createMachine({
  id: 'lowerThird',
  invoke: { id: 'watchChannels', src: 'watchChannels' },
  initial: 'hidden',
  states: {
    hidden: {
      description: 'Nothing over the picture names the channel.',
      on: { 'channel.opened': 'shown' },
    },
    shown: {
      description: 'The lower third of the picture names the channel, what is on and what follows.',
      meta: { requirement: 'watch.lowerThird' },
      after: { showDuration: 'hidden' },
      on: { 'channel.opened': { target: 'shown', reenter: true } },
    },
  },
})
