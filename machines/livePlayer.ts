/**
 * livePlayer: loads a channel, plays it, and reconnects when the stream fails.
 *
 *   loading ──▶ watching { playback ║ renewal ║ position } │ offAir │ lapsed │ unknown │ refused
 *     └──▶ unreachable ──(growing delay)──▶ loading
 *   playback: starting ▶ playing ⇄ paused, buffering ▶ recovering ▶ checking ▶ reconnecting ▶ playing
 */
import { assign, sendTo, setup } from 'xstate'
import { createStubs } from './stub.ts'
import { type ChannelResult, type LivePlayerContext, type LivePlayerEvent, type StreamCommand } from './stream.types.ts'
import { type streamRenewalMachine } from './streamRenewal.ts'

const stub = createStubs('livePlayer')

export const livePlayerMachine = setup({
  types: {} as {
    input: { slug: string }
    context: LivePlayerContext
    events: LivePlayerEvent
    /** `running`: the video plays, or will when data arrives. `tuning`: no frame of the channel has been shown. */
    tags: 'busy' | 'running' | 'tuning'
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadChannel: stub.promise<ChannelResult, { slug: string }>('loadChannel'),
    playStream: stub.callback<StreamCommand, { url: string }>('playStream'),
    streamRenewal: stub.machine<typeof streamRenewalMachine>('streamRenewal'),
  },
  actions: {
    setResult: assign((_, result: ChannelResult) => ({
      url: result.kind === 'onAir' ? result.url : '',
      message: result.kind === 'refused' ? result.message : '',
    })),
    increaseRetryDelay: assign(({ context }) => ({ retryDelay: Math.min(context.retryDelay * 2 || 1_000, 30_000) })),
    clearRetryDelay: assign({ retryDelay: 0 }),
    play: sendTo('playStream', { type: 'play' }),
    pause: sendTo('playStream', { type: 'pause' }),
    goLive: sendTo('playStream', { type: 'goLive' }),
    reconnect: sendTo('playStream', { type: 'reconnect' }),
    seek: sendTo('playStream', (_, { seconds }: { seconds: number }) => ({ type: 'seek', seconds })),
    sendUrl: sendTo('playStream', ({ context }) => ({ type: 'setUrl', url: context.url })),
    requestRenewal: sendTo('streamRenewal', { type: 'stream.refused' }),
    restartRenewal: sendTo('streamRenewal', { type: 'url.renewed' }),
  },
  guards: {
    isOnAir: (_, result: ChannelResult) => result.kind === 'onAir',
    isOffAir: (_, result: ChannelResult) => result.kind === 'offAir',
    isLapsed: (_, result: ChannelResult) => result.kind === 'lapsed',
    isUnknown: (_, result: ChannelResult) => result.kind === 'unknown',
  },
  delays: {
    stallTimeout: 8_000,
    retryDelay: ({ context }) => context.retryDelay,
    offAirInterval: 30_000,
  },
}).createMachine({
  id: 'livePlayer',
  context: ({ input }) => ({ slug: input.slug, url: '', message: '', retryDelay: 0 }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Requests the channel and the URL of its stream.',
      tags: ['busy', 'tuning'],
      invoke: {
        id: 'loadChannel',
        src: 'loadChannel',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          {
            guard: { type: 'isOnAir', params: ({ event }) => event.output },
            target: 'watching',
            actions: { type: 'setResult', params: ({ event }) => event.output },
          },
          { guard: { type: 'isOffAir', params: ({ event }) => event.output }, target: 'offAir' },
          { guard: { type: 'isLapsed', params: ({ event }) => event.output }, target: 'lapsed' },
          { guard: { type: 'isUnknown', params: ({ event }) => event.output }, target: 'unknown' },
          { target: 'refused', actions: { type: 'setResult', params: ({ event }) => event.output } },
        ],
        onError: 'unreachable',
      },
    },
    watching: {
      type: 'parallel',
      invoke: { id: 'playStream', src: 'playStream', input: ({ context }) => ({ url: context.url }) },
      on: {
        'stream.ended': 'offAir',
        'stream.unsupported': 'unsupported',
        'stream.playerCodeMissing': 'playerCodeMissing',
        'playback.seek': { actions: { type: 'seek', params: ({ event }) => event } },
      },
      states: {
        playback: {
          initial: 'starting',
          on: { 'stream.playing': '.playing' },
          states: {
            starting: {
              description: 'The stream is loading for the first time.',
              tags: ['busy', 'tuning'],
              after: { stallTimeout: 'recovering' },
              on: { 'stream.blocked': 'blocked', 'stream.failed': 'recovering' },
            },
            blocked: {
              description: 'The browser requires a user gesture before it plays, even without sound.',
              tags: ['tuning'],
              meta: { requirement: 'watch.blocked' },
              on: { 'playback.toggle': { target: 'starting', actions: 'play' }, 'stream.failed': 'recovering' },
            },
            playing: {
              description: 'The video is playing.',
              meta: { requirement: 'watch.play' },
              tags: ['running'],
              entry: 'clearRetryDelay',
              on: {
                'playback.toggle': { target: 'paused', actions: 'pause' },
                'stream.paused': 'paused',
                'stream.waiting': 'buffering',
                'stream.failed': 'recovering',
              },
            },
            paused: {
              description: 'The viewer paused the video. The stream continues.',
              meta: { requirement: 'watch.play' },
              on: {
                'playback.toggle': { target: 'buffering', actions: 'play' },
                'live.go': { target: 'buffering', actions: 'play' },
              },
            },
            buffering: {
              description: 'The video is waiting for data.',
              tags: ['busy', 'running'],
              after: { stallTimeout: 'recovering' },
              on: {
                'stream.paused': 'paused',
                'stream.blocked': 'blocked',
                'stream.failed': 'recovering',
                'playback.toggle': { target: 'paused', actions: 'pause' },
              },
            },
            recovering: {
              description: 'The stream failed. The next attempt follows after a delay that doubles each time.',
              meta: { requirement: 'watch.recover' },
              entry: 'increaseRetryDelay',
              after: { retryDelay: 'checking' },
              on: { 'player.retry': 'checking' },
            },
            checking: {
              description: 'Requests the channel again: whether it is still on air, and a new stream URL.',
              tags: ['busy'],
              invoke: {
                id: 'loadChannel',
                src: 'loadChannel',
                input: ({ context }) => ({ slug: context.slug }),
                onDone: [
                  {
                    guard: { type: 'isOnAir', params: ({ event }) => event.output },
                    target: 'reconnecting',
                    actions: [{ type: 'setResult', params: ({ event }) => event.output }, 'sendUrl', 'restartRenewal'],
                  },
                  { target: '#livePlayer.loading' },
                ],
                onError: 'reconnecting',
              },
            },
            reconnecting: {
              description: 'The stream is loaded again, from the new URL if the host sent one.',
              meta: { requirement: 'watch.recover' },
              tags: ['busy'],
              entry: 'reconnect',
              after: { stallTimeout: 'recovering' },
              on: { 'stream.blocked': 'blocked', 'stream.failed': 'recovering' },
            },
          },
        },
        renewal: {
          initial: 'scheduled',
          states: {
            scheduled: {
              description: 'Renews the stream URL before its token expires. Any other response reloads the channel.',
              meta: { requirement: 'watch.renew' },
              invoke: {
                id: 'streamRenewal',
                src: 'streamRenewal',
                input: ({ context }) => ({ slug: context.slug }),
                onDone: [
                  {
                    guard: { type: 'isOnAir', params: ({ event }) => event.output },
                    target: 'scheduled',
                    reenter: true,
                    actions: [{ type: 'setResult', params: ({ event }) => event.output }, 'sendUrl'],
                  },
                  { target: '#livePlayer.loading' },
                ],
              },
              on: { 'stream.refused': { actions: 'requestRenewal' } },
            },
          },
        },
        position: {
          initial: 'atEdge',
          states: {
            atEdge: { description: 'The video is at the live edge.', on: { 'stream.behind': 'behind' } },
            behind: {
              description: 'The video is behind the live edge. Go live returns to it.',
              meta: { requirement: 'watch.play' },
              on: { 'stream.atEdge': 'atEdge', 'live.go': { target: 'atEdge', actions: 'goLive' } },
            },
          },
        },
      },
    },
    offAir: {
      description: 'The channel is not broadcasting. It is checked again every 30 seconds.',
      meta: { requirement: 'watch.offAir' },
      after: { offAirInterval: 'loading' },
      on: { 'player.retry': 'loading' },
    },
    lapsed: {
      description: 'The viewer has no active membership.',
      meta: { requirement: 'watch.lapsed' },
      on: { 'player.retry': 'loading' },
    },
    unknown: {
      type: 'final',
      description: 'The channel does not exist.',
      meta: { requirement: 'watch.unavailable' },
    },
    refused: {
      description: 'The host refused the stream and gave a reason.',
      meta: { requirement: 'watch.unavailable' },
      on: { 'player.retry': 'loading' },
    },
    unreachable: {
      description: 'The host did not respond. The request is repeated after a delay that doubles each time.',
      meta: { requirement: 'watch.recover' },
      entry: 'increaseRetryDelay',
      after: { retryDelay: 'loading' },
      on: { 'player.retry': 'loading' },
    },
    unsupported: {
      type: 'final',
      description: 'This browser can’t play the stream.',
      meta: { requirement: 'watch.unavailable' },
    },
    playerCodeMissing: {
      description: 'The player’s code could not be loaded. Usually a new version has been deployed.',
      meta: { requirement: 'watch.unavailable' },
      on: { 'player.retry': 'loading' },
    },
  },
})
