/**
 * copyLink: copies a link, and shows ‘Copied!’ for two seconds.
 *
 *   ready ──link.copy──▶ copying ──▶ copied ──(2 s)──▶ ready
 *                           └──(the clipboard denies access: only logged)──▶ ready
 *   copied ──link.copy──▶ copying: restarts the two seconds.
 */
import { setup } from 'xstate'
import { createStubs } from './stub.ts'

export type CopyLinkInput = { href: string }

/** `reason` is for the log only. */
export type CopyResult = { kind: 'copied' } | { kind: 'refused'; reason: string }

export type CopyLinkEvent = { type: 'link.copy' }

/** `busy`: the clipboard is being written. */
export type CopyLinkTag = 'busy'

const stub = createStubs('copyLink')

export const copyLinkMachine = setup({
  types: {} as {
    input: CopyLinkInput
    context: CopyLinkInput
    events: CopyLinkEvent
    tags: CopyLinkTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Never rejects: a blocked or missing clipboard is a refusal. */
    writeClipboard: stub.promise<CopyResult, { text: string }>('writeClipboard'),
  },
  actions: {
    logRefusal: (_, _refusal: { result: CopyResult }) => stub.action('logRefusal')(),
  },
  guards: {
    wasCopied: (_, { result }: { result: CopyResult }) => result.kind === 'copied',
  },
  delays: { confirmationTimeout: 2_000 },
}).createMachine({
  id: 'copyLink',
  context: ({ input }) => input,
  initial: 'ready',
  states: {
    ready: {
      description: 'The link can be copied.',
      on: { 'link.copy': 'copying' },
    },
    copying: {
      description: 'The browser may ask for permission to write to the clipboard.',
      tags: ['busy'],
      invoke: {
        id: 'writeClipboard',
        src: 'writeClipboard',
        input: ({ context }) => ({ text: context.href }),
        onDone: [
          { guard: { type: 'wasCopied', params: ({ event }) => ({ result: event.output }) }, target: 'copied' },
          {
            target: 'ready',
            actions: { type: 'logRefusal', params: ({ event }) => ({ result: event.output }) },
            meta: { requirement: 'apps.refused' },
          },
        ],
      },
    },
    copied: {
      description: 'The link is copied.',
      meta: { requirement: 'apps.copy' },
      after: { confirmationTimeout: 'ready' },
      on: { 'link.copy': 'copying' },
    },
  },
})
