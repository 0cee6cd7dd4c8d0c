/**
 * shareLink: shares a link with the browser's share sheet. Without one the link is copied.
 *
 *   ready ──link.share──▶ sharing ──(shared or canceled)──▶ ready
 *                            └──(no share sheet)──▶ copying ──▶ copied ──(4 s)──▶ ready
 *                                                      └──▶ failed
 *   copied, failed ──link.share──▶ sharing
 */
import { setup } from 'xstate'
import { type CopyResult } from './copyLink.ts'
import { createStubs } from './stub.ts'

export type ShareLinkInput = { title: string; href: string }

/** `closed`: the share sheet was used or canceled. `unavailable`: the browser has none, or refuses to open it. */
export type ShareResult = { kind: 'closed' } | { kind: 'unavailable' }

export type ShareLinkEvent = { type: 'link.share' }

/** `busy`: the share sheet is open, or the clipboard is being written. */
export type ShareLinkTag = 'busy'

const stub = createStubs('shareLink')

export const shareLinkMachine = setup({
  types: {} as {
    input: ShareLinkInput
    context: ShareLinkInput
    events: ShareLinkEvent
    tags: ShareLinkTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Never rejects. */
    openShareSheet: stub.promise<ShareResult, ShareLinkInput>('openShareSheet'),
    /** Never rejects: a blocked or missing clipboard is a refusal. */
    writeClipboard: stub.promise<CopyResult, { text: string }>('writeClipboard'),
  },
  guards: {
    isClosed: (_, { result }: { result: ShareResult }) => result.kind === 'closed',
    wasCopied: (_, { result }: { result: CopyResult }) => result.kind === 'copied',
  },
  delays: { confirmationTimeout: 4_000 },
}).createMachine({
  id: 'shareLink',
  context: ({ input }) => input,
  initial: 'ready',
  states: {
    ready: {
      description: 'The link can be shared.',
      on: { 'link.share': 'sharing' },
    },
    sharing: {
      description: 'The share sheet of the browser is open. To cancel it is no error.',
      meta: { requirement: 'watch.share' },
      tags: ['busy'],
      invoke: {
        id: 'openShareSheet',
        src: 'openShareSheet',
        input: ({ context }) => context,
        onDone: [
          { guard: { type: 'isClosed', params: ({ event }) => ({ result: event.output }) }, target: 'ready' },
          { target: 'copying' },
        ],
      },
    },
    copying: {
      description: 'There is no share sheet, so the link is copied. The browser may ask for permission.',
      meta: { requirement: 'watch.copyLink' },
      tags: ['busy'],
      invoke: {
        id: 'writeClipboard',
        src: 'writeClipboard',
        input: ({ context }) => ({ text: context.href }),
        onDone: [
          { guard: { type: 'wasCopied', params: ({ event }) => ({ result: event.output }) }, target: 'copied' },
          { target: 'failed' },
        ],
      },
    },
    copied: {
      description: 'The link is copied.',
      meta: { requirement: 'watch.copyLink' },
      after: { confirmationTimeout: 'ready' },
      on: { 'link.share': 'sharing' },
    },
    failed: {
      description: 'The browser let the page neither share nor copy the link.',
      meta: { requirement: 'watch.copyLink' },
      on: { 'link.share': 'sharing' },
    },
  },
})
