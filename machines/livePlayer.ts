/**
 * livePlayer — finds a channel, plays it, and brings a lost picture back.
 *
 *   tuning ──▶ watching { picture · address · position }
 *     ├──▶ offAir · lapsed · unknown · refused
 *     └──▶ unreachable ──(growing pause)──▶ tuning
 *   picture: starting ▶ playing ⇄ paused, buffering ▶ recovering ▶ checking ▶ rejoining ▶ playing
 */
import { assign, fromCallback, fromPromise, raise, sendTo, setup } from 'xstate'

/** What the host says of a channel. `url` is the stream's address; its token lasts for minutes only. */
export type ChannelAnswer =
  | { kind: 'onAir'; url: string }
  | { kind: 'offAir' }
  | { kind: 'lapsed' }
  | { kind: 'unknown' }
  | { kind: 'refused'; message: string }

export type StreamCommand =
  | Plain<'play' | 'pause' | 'goLive' | 'rejoin'>
  | { type: 'seek'; seconds: number }
  | { type: 'useAddress'; url: string }

/** `pause` is how long the next attempt is put off, in ms. */
export type LivePlayerContext = { slug: string; url: string; message: string; attempt: number; pause: number }

type Plain<Type extends string> = Type extends string ? { type: Type } : never

/** `stream.*` is what happens to the picture; `address.*` is between the regions of this machine. */
export type LivePlayerEvent =
  | { type: 'playback.seek'; seconds: number }
  | Plain<'player.retry' | 'playback.toggle' | 'live.go' | 'address.renew' | 'address.settled'>
  | Plain<'stream.playing' | 'stream.paused' | 'stream.waiting' | 'stream.blocked' | 'stream.behind' | 'stream.atEdge'>
  | Plain<'stream.lost' | 'stream.ended' | 'stream.refused' | 'stream.unsupported' | 'stream.engineMissing'>

/** `busy`: something is under way that ends by itself. `screen`: words stand in its place; `running`: it moves, or would. */
export type LivePlayerTag = 'busy' | 'screen' | 'running'

const stub = (name: string) => () => {
  throw new Error(`livePlayer: provide ${name}`)
}

export const livePlayerMachine = setup({
  types: {} as {
    input: { slug: string }
    context: LivePlayerContext
    events: LivePlayerEvent
    tags: LivePlayerTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    askChannel: fromPromise<ChannelAnswer, { slug: string }>(stub('askChannel')),
    renewAddress: fromPromise<ChannelAnswer, { slug: string }>(stub('renewAddress')),
    playStream: fromCallback<StreamCommand, { url: string }>(stub('playStream')),
  },
  actions: {
    rememberAnswer: assign((_, answer: ChannelAnswer) => ({
      url: answer.kind === 'onAir' ? answer.url : '',
      message: answer.kind === 'refused' ? answer.message : '',
    })),
    countAttempt: assign(({ context: { attempt } }) => ({
      attempt: attempt + 1,
      pause: Math.min(1_000 * 2 ** attempt, 30_000),
    })),
    forgetAttempts: assign({ attempt: 0, pause: 0 }),
    playPicture: sendTo('playStream', { type: 'play' }),
    pausePicture: sendTo('playStream', { type: 'pause' }),
    goLive: sendTo('playStream', { type: 'goLive' }),
    rejoinStream: sendTo('playStream', { type: 'rejoin' }),
    seekPicture: sendTo('playStream', (_, { seconds }: { seconds: number }) => ({ type: 'seek', seconds })),
    handAddress: sendTo('playStream', ({ context }) => ({ type: 'useAddress', url: context.url })),
    askForAddress: raise({ type: 'address.renew' }),
    tellSettled: raise({ type: 'address.settled' }),
  },
  guards: {
    isOnAir: (_, answer: ChannelAnswer) => answer.kind === 'onAir',
    isOffAir: (_, answer: ChannelAnswer) => answer.kind === 'offAir',
    isLapsed: (_, answer: ChannelAnswer) => answer.kind === 'lapsed',
    isUnknown: (_, answer: ChannelAnswer) => answer.kind === 'unknown',
  },
  delays: {
    /** How long a picture may stand still before something is done about it. */
    patience: 8_000,
    recoveryPause: ({ context }) => context.pause,
    /** A token lasts 5 minutes; it is renewed with a minute to spare. */
    addressLife: 240_000,
    lateAddressPause: 15_000,
    offAirPause: 30_000,
  },
}).createMachine({
  id: 'livePlayer',
  context: ({ input }) => ({ slug: input.slug, url: '', message: '', attempt: 0, pause: 0 }),
  initial: 'tuning',
  states: {
    tuning: {
      description: 'The host is asked for the channel and the address of its stream.',
      tags: ['busy'],
      invoke: {
        id: 'askChannel',
        src: 'askChannel',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          {
            guard: { type: 'isOnAir', params: ({ event }) => event.output },
            target: 'watching',
            actions: { type: 'rememberAnswer', params: ({ event }) => event.output },
          },
          { guard: { type: 'isOffAir', params: ({ event }) => event.output }, target: 'offAir' },
          { guard: { type: 'isLapsed', params: ({ event }) => event.output }, target: 'lapsed' },
          { guard: { type: 'isUnknown', params: ({ event }) => event.output }, target: 'unknown' },
          { target: 'refused', actions: { type: 'rememberAnswer', params: ({ event }) => event.output } },
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
        'stream.engineMissing': 'engineMissing',
        'playback.seek': { actions: { type: 'seekPicture', params: ({ event }) => event } },
      },
      states: {
        picture: {
          initial: 'starting',
          states: {
            starting: {
              description: 'The stream is being loaded for its first picture.',
              tags: ['busy'],
              after: { patience: 'recovering' },
              on: { 'stream.playing': 'playing', 'stream.blocked': 'blocked', 'stream.lost': 'recovering' },
            },
            blocked: {
              description: 'The browser wants a press before it plays with sound.',
              meta: { requirement: 'watch.blocked' },
              on: {
                'playback.toggle': { target: 'starting', actions: 'playPicture' },
                'stream.playing': 'playing',
                'stream.lost': 'recovering',
              },
            },
            playing: {
              description: 'The picture moves.',
              meta: { requirement: 'watch.play' },
              tags: ['running'],
              entry: 'forgetAttempts',
              on: {
                'playback.toggle': { target: 'paused', actions: 'pausePicture' },
                'stream.paused': 'paused',
                'stream.waiting': 'buffering',
                'stream.lost': 'recovering',
              },
            },
            paused: {
              description: 'The viewer stopped the picture; the stream goes on without it.',
              meta: { requirement: 'watch.play' },
              on: {
                'playback.toggle': { target: 'buffering', actions: 'playPicture' },
                'live.go': { target: 'buffering', actions: 'playPicture' },
                'stream.playing': 'playing',
              },
            },
            buffering: {
              description: 'The picture stands still because what comes next has not arrived.',
              tags: ['busy', 'running'],
              after: { patience: 'recovering' },
              on: {
                'stream.playing': 'playing',
                'stream.paused': 'paused',
                'stream.blocked': 'blocked',
                'stream.lost': 'recovering',
                'playback.toggle': { target: 'paused', actions: 'pausePicture' },
              },
            },
            recovering: {
              description: 'The stream is lost. It is tried again after a pause that grows with every attempt.',
              meta: { requirement: 'watch.recover' },
              entry: 'countAttempt',
              after: { recoveryPause: 'checking' },
              on: { 'player.retry': 'checking', 'stream.playing': 'playing' },
            },
            checking: {
              description: 'The host is asked whether the channel is still there, and for a fresh address.',
              tags: ['busy'],
              entry: 'askForAddress',
              on: { 'address.settled': 'rejoining', 'stream.playing': 'playing' },
            },
            rejoining: {
              description: 'The stream is joined again, with a fresh address if the host gave one.',
              meta: { requirement: 'watch.recover' },
              tags: ['busy'],
              entry: 'rejoinStream',
              after: { patience: 'recovering' },
              on: { 'stream.playing': 'playing', 'stream.blocked': 'blocked', 'stream.lost': 'recovering' },
            },
          },
        },
        address: {
          initial: 'valid',
          states: {
            valid: {
              description: 'The address and its token hold.',
              after: { addressLife: 'renewing' },
              on: { 'stream.refused': 'renewing', 'address.renew': 'renewing' },
            },
            renewing: {
              description:
                'A fresh address is fetched, unseen, while the picture goes on. Anything else is told by tuning anew.',
              meta: { requirement: 'watch.renew' },
              invoke: {
                id: 'renewAddress',
                src: 'renewAddress',
                input: ({ context }) => ({ slug: context.slug }),
                onDone: [
                  {
                    guard: { type: 'isOnAir', params: ({ event }) => event.output },
                    target: 'valid',
                    actions: [
                      { type: 'rememberAnswer', params: ({ event }) => event.output },
                      'handAddress',
                      'tellSettled',
                    ],
                  },
                  { target: '#livePlayer.tuning' },
                ],
                onError: { target: 'late', actions: 'tellSettled' },
              },
            },
            late: {
              description: 'The host could not be reached; the old address is used as long as it holds.',
              after: { lateAddressPause: 'renewing' },
              on: { 'address.renew': 'renewing' },
            },
          },
        },
        position: {
          initial: 'atEdge',
          states: {
            atEdge: { description: 'What is shown is live.', on: { 'stream.behind': 'behind' } },
            behind: {
              description: 'What is shown was live a while ago; one press leads back.',
              meta: { requirement: 'watch.play' },
              on: { 'stream.atEdge': 'atEdge', 'live.go': { target: 'atEdge', actions: 'goLive' } },
            },
          },
        },
      },
    },
    offAir: {
      description: 'The channel does not broadcast just now. It is looked for again every half minute.',
      meta: { requirement: 'watch.offAir' },
      tags: ['screen'],
      after: { offAirPause: 'tuning' },
      on: { 'player.retry': 'tuning' },
    },
    lapsed: {
      description: 'The membership does not cover this stream, or no longer.',
      meta: { requirement: 'watch.lapsed' },
      tags: ['screen'],
      on: { 'player.retry': 'tuning' },
    },
    unknown: {
      type: 'final',
      description: 'There is no such channel.',
      meta: { requirement: 'watch.unplayable' },
      tags: ['screen'],
    },
    refused: {
      description: 'The host says why it does not give the stream.',
      meta: { requirement: 'watch.unplayable' },
      tags: ['screen'],
      on: { 'player.retry': 'tuning' },
    },
    unreachable: {
      description: 'The host could not be reached. It is asked again after a pause that grows.',
      meta: { requirement: 'watch.recover' },
      tags: ['screen'],
      entry: 'countAttempt',
      after: { recoveryPause: 'tuning' },
      on: { 'player.retry': 'tuning' },
    },
    unsupported: {
      type: 'final',
      description: 'This browser can play no such stream.',
      meta: { requirement: 'watch.unplayable' },
      tags: ['screen'],
    },
    engineMissing: {
      description: 'A part of the player could not be fetched: most likely a new version was published.',
      meta: { requirement: 'watch.unplayable' },
      tags: ['screen'],
      on: { 'player.retry': 'tuning' },
    },
  },
})
