/**
 * channelPreview: plays a channel without sound on its card, while the pointer or the focus stays there. One at a time.
 *
 *   resting ──card.enter──▶ waiting ──(600 ms)──▶ loading ──preview.playing──▶ playing
 *      ▲                       ▲                     │ └──preview.failed──▶ failed ◀──┘
 *      └──card.leave───────────┴──card.enter (another card)──────────────────┘
 */
import { assign, setup } from 'xstate'
import { createStubs } from './stub.ts'

/** `allowed` is false if the browser saves data or reduces motion. */
export type ChannelPreviewInput = { allowed: boolean }

/** `slug` is the channel of the card; '' without one. */
export type ChannelPreviewContext = { allowed: boolean; slug: string }

export type ChannelPreviewEvent =
  /** The pointer or the focus is on the card of a channel that is live. */
  | { type: 'card.enter'; slug: string }
  | { type: 'card.leave' }
  | { type: 'preview.playing' }
  | { type: 'preview.failed' }

/** `video`: the card has a video element. */
export type ChannelPreviewTag = 'video'

const stub = createStubs('channelPreview')

export const channelPreviewMachine = setup({
  types: {} as {
    input: ChannelPreviewInput
    context: ChannelPreviewContext
    events: ChannelPreviewEvent
    tags: ChannelPreviewTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Plays the channel in the video element of the card. Sends `preview.playing` or `preview.failed`. */
    playPreview: stub.callback<ChannelPreviewEvent, { slug: string }>('playPreview'),
  },
  actions: {
    setCard: assign((_, { slug }: { slug: string }) => ({ slug })),
    clearCard: assign({ slug: '' }),
  },
  guards: {
    isAllowed: ({ context }) => context.allowed,
    isOther: ({ context }, { slug }: { slug: string }) => slug !== context.slug,
  },
  delays: { hoverTime: 600 },
}).createMachine({
  id: 'channelPreview',
  context: ({ input }) => ({ allowed: input.allowed, slug: '' }),
  initial: 'resting',
  states: {
    resting: {
      description: 'Neither the pointer nor the focus is on a card. Nothing is loaded.',
      meta: { requirement: ['channels.preview', 'channels.noPreview'] },
      entry: 'clearCard',
      on: {
        'card.enter': {
          guard: 'isAllowed',
          target: 'on',
          actions: { type: 'setCard', params: ({ event }) => event },
        },
      },
    },
    on: {
      description: 'The pointer or the focus is on a card.',
      initial: 'waiting',
      on: {
        'card.leave': 'resting',
        'card.enter': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.waiting',
          actions: { type: 'setCard', params: ({ event }) => event },
        },
      },
      states: {
        waiting: {
          description: 'The pointer or the focus has been on the card for less than 600 ms. Nothing is loaded.',
          meta: { requirement: 'channels.preview' },
          after: { hoverTime: 'previewing' },
        },
        previewing: {
          description: 'The channel is played on its card.',
          tags: ['video'],
          invoke: { id: 'playPreview', src: 'playPreview', input: ({ context: { slug } }) => ({ slug }) },
          initial: 'loading',
          on: { 'preview.failed': 'failed' },
          states: {
            loading: {
              description: 'The stream is loading. The card shows the still.',
              meta: { requirement: 'channels.preview' },
              on: { 'preview.playing': 'playing' },
            },
            playing: {
              description: 'The card shows the video, without sound.',
              meta: { requirement: 'channels.preview' },
            },
          },
        },
        failed: {
          description: 'The preview cannot be played. The card shows the still, and nothing says so.',
          meta: { requirement: 'channels.previewFailed' },
        },
      },
    },
  },
})
