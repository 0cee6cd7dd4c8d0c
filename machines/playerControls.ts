/**
 * playerControls — what a viewer sets around the picture: sound, captions, quality, where it is shown,
 * and the bar that leaves after three seconds.
 *
 *   bar: shown ──(3 s)──▶ hidden   held while focus is within   listing: the keys
 *   sound: audible ⇄ muted · captions: off ⇄ on · quality: automatic ⇄ manual · place: inPage ⇄ full, floating
 */
import { assign, fromCallback, sendTo, setup } from 'xstate'

export type PictureCommand =
  | { type: 'setSound'; volume: number; muted: boolean }
  | { type: 'setCaptions'; on: boolean }
  | { type: 'setQuality'; height: number | null }
  | { type: 'toggleFull' }
  | { type: 'toggleFloating' }

export type PlayerControlsInput = { volume: number; muted: boolean; captions: boolean }

/** `height` is the rendition chosen by hand, null while the player chooses; `heights` are those on offer, best first. */
export type PlayerControlsContext = {
  volume: number
  height: number | null
  heights: number[]
  startsMuted: boolean
  startsCaptioned: boolean
}

export type PlayerControlsEvent =
  | { type: 'pointer.move' }
  | { type: 'pointer.leave' }
  | { type: 'focus.enter' }
  | { type: 'focus.leave' }
  | { type: 'keys.list' }
  | { type: 'keys.close' }
  | { type: 'sound.toggle' }
  | { type: 'volume.set'; volume: number }
  | { type: 'captions.toggle' }
  | { type: 'quality.choose'; height: number | null }
  | { type: 'qualities.known'; heights: number[] }
  | { type: 'channel.changed' }
  | { type: 'full.toggle' }
  | { type: 'full.entered' }
  | { type: 'floating.toggle' }
  | { type: 'floating.entered' }
  | { type: 'page.entered' }

export const playerControlsMachine = setup({
  types: {} as {
    input: PlayerControlsInput
    context: PlayerControlsContext
    events: PlayerControlsEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    steerPicture: fromCallback<PictureCommand, { volume: number }>(() => {
      throw new Error('playerControls: provide steerPicture')
    }),
  },
  actions: {
    rememberVolume: assign((_, { volume }: { volume: number }) => ({ volume: Math.min(1, Math.max(0, volume)) })),
    /** Sound that was turned down to nothing comes back at half, or pressing the button would seem to do nothing. */
    makeAudible: assign({ volume: ({ context }) => (context.volume === 0 ? 0.5 : context.volume) }),
    rememberHeight: assign((_, { height }: { height: number | null }) => ({ height })),
    rememberHeights: assign((_, { heights }: { heights: number[] }) => ({ heights })),
    sound: sendTo('steerPicture', ({ context }) => ({ type: 'setSound', volume: context.volume, muted: false })),
    silence: sendTo('steerPicture', ({ context }) => ({ type: 'setSound', volume: context.volume, muted: true })),
    showCaptions: sendTo('steerPicture', { type: 'setCaptions', on: true }),
    hideCaptions: sendTo('steerPicture', { type: 'setCaptions', on: false }),
    forgetHeight: assign({ height: null }),
    applyQuality: sendTo('steerPicture', ({ context }) => ({ type: 'setQuality', height: context.height })),
    toggleFull: sendTo('steerPicture', { type: 'toggleFull' }),
    toggleFloating: sendTo('steerPicture', { type: 'toggleFloating' }),
  },
  guards: {
    isSilent: (_, { volume }: { volume: number }) => volume <= 0,
    isAutomatic: (_, { height }: { height: number | null }) => height === null,
    startsMuted: ({ context }) => context.startsMuted || context.volume <= 0,
    startsCaptioned: ({ context }) => context.startsCaptioned,
  },
  delays: { lingering: 3_000 },
}).createMachine({
  id: 'playerControls',
  context: ({ input }) => ({
    volume: input.volume,
    height: null,
    heights: [],
    startsMuted: input.muted,
    startsCaptioned: input.captions,
  }),
  invoke: { id: 'steerPicture', src: 'steerPicture', input: ({ context }) => ({ volume: context.volume }) },
  type: 'parallel',
  states: {
    bar: {
      meta: { requirement: 'watch.controls' },
      initial: 'shown',
      states: {
        shown: {
          description: 'The controls lie over the picture and leave after three seconds without a movement.',
          after: { lingering: 'hidden' },
          on: {
            'pointer.move': { target: 'shown', reenter: true },
            'pointer.leave': 'hidden',
            'focus.enter': 'held',
            'keys.list': 'listing',
          },
        },
        held: {
          description: 'The focus is on one of the controls, so they stay.',
          on: { 'focus.leave': 'shown', 'keys.list': 'listingHeld' },
        },
        hidden: {
          description: 'Nothing lies over a picture that moves.',
          on: { 'pointer.move': 'shown', 'focus.enter': 'held', 'keys.list': 'listing' },
        },
        listing: {
          description: 'The list of keys is open, and the controls stay with it.',
          on: { 'keys.close': 'shown', 'focus.enter': 'listingHeld' },
        },
        listingHeld: {
          description: 'The list of keys is open while the focus is on one of the controls.',
          on: { 'keys.close': 'held', 'focus.leave': 'listing' },
        },
      },
    },
    sound: {
      meta: { requirement: 'watch.sound' },
      initial: 'remembered',
      states: {
        remembered: {
          description: 'The sound starts as the viewer left it.',
          always: [{ guard: 'startsMuted', target: 'muted' }, { target: 'audible' }],
        },
        audible: {
          description: 'The channel is heard.',
          entry: 'sound',
          on: {
            'sound.toggle': 'muted',
            'volume.set': [
              {
                guard: { type: 'isSilent', params: ({ event }) => event },
                target: 'muted',
                actions: { type: 'rememberVolume', params: ({ event }) => event },
              },
              {
                target: 'audible',
                reenter: true,
                actions: { type: 'rememberVolume', params: ({ event }) => event },
              },
            ],
          },
        },
        muted: {
          description: 'The channel is seen only; its volume is kept for later.',
          entry: 'silence',
          on: {
            'sound.toggle': { target: 'audible', actions: 'makeAudible' },
            'volume.set': [
              {
                guard: { type: 'isSilent', params: ({ event }) => event },
                actions: { type: 'rememberVolume', params: ({ event }) => event },
              },
              {
                target: 'audible',
                actions: { type: 'rememberVolume', params: ({ event }) => event },
              },
            ],
          },
        },
      },
    },
    captions: {
      meta: { requirement: 'watch.captions' },
      initial: 'remembered',
      states: {
        remembered: {
          description: 'Captions start as the viewer left them.',
          always: [{ guard: 'startsCaptioned', target: 'on' }, { target: 'off' }],
        },
        off: {
          description: 'What is said is not written over the picture.',
          entry: 'hideCaptions',
          on: { 'captions.toggle': 'on' },
        },
        on: {
          description: 'What is said is written over the picture.',
          entry: 'showCaptions',
          on: { 'captions.toggle': 'off' },
        },
      },
    },
    quality: {
      meta: { requirement: 'watch.quality' },
      initial: 'automatic',
      on: {
        'qualities.known': { actions: { type: 'rememberHeights', params: ({ event }) => event } },
        'quality.choose': [
          {
            guard: { type: 'isAutomatic', params: ({ event }) => event },
            target: '.automatic',
            actions: [{ type: 'rememberHeight', params: ({ event }) => event }, 'applyQuality'],
          },
          {
            target: '.manual',
            actions: [{ type: 'rememberHeight', params: ({ event }) => event }, 'applyQuality'],
          },
        ],
      },
      states: {
        automatic: { description: 'The player chooses the rendition by what the line carries.' },
        manual: {
          description: 'The viewer chose a rendition; another channel has others, so it holds for this one only.',
          on: { 'channel.changed': { target: 'automatic', actions: ['forgetHeight', 'applyQuality'] } },
        },
      },
    },
    place: {
      meta: { requirement: 'watch.place' },
      initial: 'inPage',
      states: {
        inPage: {
          description: 'The picture stands in the page.',
          on: {
            'full.toggle': { actions: 'toggleFull' },
            'floating.toggle': { actions: 'toggleFloating' },
            'full.entered': 'full',
            'floating.entered': 'floating',
          },
        },
        full: {
          description: 'The picture and its controls fill the screen.',
          on: {
            'full.toggle': { actions: 'toggleFull' },
            'floating.toggle': { actions: 'toggleFloating' },
            'page.entered': 'inPage',
            'floating.entered': 'floating',
          },
        },
        floating: {
          description: 'The picture is in a small window of its own, over whatever else is on the screen.',
          on: {
            'full.toggle': { actions: 'toggleFull' },
            'floating.toggle': { actions: 'toggleFloating' },
            'page.entered': 'inPage',
            'full.entered': 'full',
          },
        },
      },
    },
  },
})
