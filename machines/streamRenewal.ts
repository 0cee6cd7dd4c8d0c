/**
 * streamRenewal: requests a new stream URL before the token in the old one expires.
 *
 *   valid ──(4 min) or stream.refused──▶ requesting ──▶ renewed │ changed
 *     ▲                                    │   ▲
 *     └──url.renewed── from every state    ▼   │ (15 s)
 *                                       unreachable
 */
import { assign, setup } from 'xstate'
import { type ChannelResult } from './stream.types.ts'
import { createStubs } from './stub.ts'

/** `result` is the response of the host, set when the machine is done. */
export type StreamRenewalContext = { slug: string; result: ChannelResult }

/** `stream.refused`: the stream rejected the token. `url.renewed`: the player already has a new URL. */
export type StreamRenewalEvent = { type: 'stream.refused' } | { type: 'url.renewed' }

const stub = createStubs('streamRenewal')

export const streamRenewalMachine = setup({
  types: {} as {
    input: { slug: string }
    context: StreamRenewalContext
    events: StreamRenewalEvent
    output: ChannelResult
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadChannel: stub.promise<ChannelResult, { slug: string }>('loadChannel'),
  },
  actions: {
    setResult: assign((_, result: ChannelResult) => ({ result })),
  },
  guards: {
    isOnAir: (_, result: ChannelResult) => result.kind === 'onAir',
  },
  delays: {
    /** A token lasts 5 minutes. One minute is left for retries. */
    renewalInterval: 240_000,
    retryInterval: 15_000,
  },
}).createMachine({
  id: 'streamRenewal',
  context: ({ input }) => ({ slug: input.slug, result: { kind: 'offAir' } }),
  output: ({ context }) => context.result,
  initial: 'valid',
  on: { 'url.renewed': '.valid' },
  states: {
    valid: {
      description: 'The token of the current URL is valid.',
      after: { renewalInterval: 'requesting' },
      on: { 'stream.refused': 'requesting' },
    },
    requesting: {
      description: 'A new URL is requested while the video keeps playing.',
      meta: { requirement: 'watch.renew' },
      invoke: {
        id: 'loadChannel',
        src: 'loadChannel',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          {
            guard: { type: 'isOnAir', params: ({ event }) => event.output },
            target: 'renewed',
            actions: { type: 'setResult', params: ({ event }) => event.output },
          },
          { target: 'changed', actions: { type: 'setResult', params: ({ event }) => event.output } },
        ],
        onError: 'unreachable',
      },
    },
    unreachable: {
      description: 'The host did not respond. The old URL stays in use while the request is repeated.',
      meta: { requirement: 'watch.renew' },
      after: { retryInterval: 'requesting' },
    },
    renewed: { type: 'final', description: 'The host sent a new URL.' },
    changed: {
      type: 'final',
      description: 'The channel is off air, or this viewer may no longer watch it.',
    },
  },
})
