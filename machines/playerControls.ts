/**
 * playerControls: sound, captions, quality and presentation mode of the player, the bar of controls that hides after
 * three seconds, and the panels over the video.
 *
 *   bar: shown ──(3 s)──▶ hidden   focused: a control has the focus
 *   panel: closed ⇄ menu, shortcuts
 *   sound: audible ⇄ muted, silenced ──▶ audible · captions: off ⇄ on · quality: automatic ⇄ manual
 *   presentation: inPage ⇄ fullScreen, pictureInPicture
 */
import { assign, sendTo, setup } from 'xstate'
import { createStubs } from './stub.ts'

export type VideoCommand =
  | { type: 'setSound'; volume: number; muted: boolean }
  | { type: 'setCaptions'; on: boolean }
  | { type: 'setQuality'; height: number | null }
  | { type: 'toggleFullScreen' }
  | { type: 'togglePictureInPicture' }

export type PlayerControlsInput = { volume: number; muted: boolean; captions: boolean }

/** `height` is the selected rendition, null for automatic; `heights` are the available ones, best first. */
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
  | { type: 'bar.toggle' }
  | { type: 'menu.open' }
  | { type: 'shortcuts.open' }
  | { type: 'panel.close' }
  | { type: 'sound.toggle' }
  | { type: 'sound.blocked' }
  | { type: 'volume.set'; volume: number }
  | { type: 'captions.toggle' }
  | { type: 'quality.choose'; height: number | null }
  | { type: 'qualities.known'; heights: number[] }
  | { type: 'channel.changed' }
  | { type: 'fullScreen.toggle' }
  | { type: 'fullScreen.entered' }
  | { type: 'pictureInPicture.toggle' }
  | { type: 'pictureInPicture.entered' }
  | { type: 'page.entered' }

const stub = createStubs('playerControls')

export const playerControlsMachine = setup({
  types: {} as {
    input: PlayerControlsInput
    context: PlayerControlsContext
    events: PlayerControlsEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    controlVideo: stub.callback<VideoCommand, { volume: number }>('controlVideo'),
  },
  actions: {
    setVolume: assign((_, { volume }: { volume: number }) => ({ volume: Math.min(1, Math.max(0, volume)) })),
    /** A volume of 0 becomes 0.5. Otherwise unmuting would have no effect. */
    makeAudible: assign({ volume: ({ context }) => (context.volume === 0 ? 0.5 : context.volume) }),
    setHeight: assign((_, { height }: { height: number | null }) => ({ height })),
    setHeights: assign((_, { heights }: { heights: number[] }) => ({ heights })),
    unmute: sendTo('controlVideo', ({ context }) => ({ type: 'setSound', volume: context.volume, muted: false })),
    mute: sendTo('controlVideo', ({ context }) => ({ type: 'setSound', volume: context.volume, muted: true })),
    showCaptions: sendTo('controlVideo', { type: 'setCaptions', on: true }),
    hideCaptions: sendTo('controlVideo', { type: 'setCaptions', on: false }),
    clearHeight: assign({ height: null }),
    applyQuality: sendTo('controlVideo', ({ context }) => ({ type: 'setQuality', height: context.height })),
    toggleFullScreen: sendTo('controlVideo', { type: 'toggleFullScreen' }),
    togglePictureInPicture: sendTo('controlVideo', { type: 'togglePictureInPicture' }),
  },
  guards: {
    isSilent: (_, { volume }: { volume: number }) => volume <= 0,
    isAutomatic: (_, { height }: { height: number | null }) => height === null,
    startsMuted: ({ context }) => context.startsMuted || context.volume <= 0,
    startsCaptioned: ({ context }) => context.startsCaptioned,
  },
  delays: { hideDelay: 3_000 },
}).createMachine({
  id: 'playerControls',
  context: ({ input }) => ({
    volume: input.volume,
    height: null,
    heights: [],
    startsMuted: input.muted,
    startsCaptioned: input.captions,
  }),
  invoke: { id: 'controlVideo', src: 'controlVideo', input: ({ context }) => ({ volume: context.volume }) },
  type: 'parallel',
  states: {
    bar: {
      meta: { requirement: 'watch.controls' },
      initial: 'shown',
      // The menu takes the focus.
      on: { 'menu.open': '.focused' },
      states: {
        shown: {
          description: 'The controls are over the video. They hide after three seconds without pointer movement.',
          after: { hideDelay: 'hidden' },
          on: {
            'pointer.move': { target: 'shown', reenter: true },
            'panel.close': { target: 'shown', reenter: true },
            'pointer.leave': 'hidden',
            'bar.toggle': 'hidden',
            'focus.enter': 'focused',
          },
        },
        focused: {
          description: 'A control of the bar or of the menu has the focus, so the bar stays visible.',
          on: { 'focus.leave': 'shown' },
        },
        hidden: {
          description: 'The controls are hidden while the video plays and no panel is open.',
          on: { 'pointer.move': 'shown', 'panel.close': 'shown', 'bar.toggle': 'shown', 'focus.enter': 'focused' },
        },
      },
    },
    panel: {
      meta: { requirement: 'watch.controls' },
      initial: 'closed',
      states: {
        closed: {
          description: 'No panel is over the video.',
          on: { 'menu.open': 'menu', 'shortcuts.open': 'shortcuts' },
        },
        menu: {
          description: 'The menu is open. In a narrow player it has the controls that do not fit into the bar.',
          on: { 'panel.close': 'closed', 'shortcuts.open': 'shortcuts' },
        },
        shortcuts: {
          description: 'The list of shortcuts is open.',
          on: { 'panel.close': 'closed', 'menu.open': 'menu' },
        },
      },
    },
    sound: {
      meta: { requirement: 'watch.sound' },
      initial: 'stored',
      on: {
        'volume.set': [
          {
            guard: { type: 'isSilent', params: ({ event }) => event },
            target: '.muted',
            actions: { type: 'setVolume', params: ({ event }) => event },
          },
          { target: '.audible', actions: { type: 'setVolume', params: ({ event }) => event } },
        ],
      },
      states: {
        stored: {
          description: 'The sound starts with the stored preference.',
          always: [{ guard: 'startsMuted', target: 'muted' }, { target: 'audible' }],
        },
        audible: {
          description: 'The sound is on.',
          entry: 'unmute',
          on: { 'sound.toggle': 'muted', 'sound.blocked': 'silenced' },
        },
        muted: {
          description: 'The sound is off. The volume stays stored.',
          entry: 'mute',
          on: { 'sound.toggle': { target: 'audible', actions: 'makeAudible' } },
        },
        silenced: {
          description:
            'The browser blocks autoplay with sound, so the video plays muted until the viewer asks for sound.',
          meta: { requirement: 'watch.blocked' },
          on: { 'sound.toggle': 'audible' },
        },
      },
    },
    captions: {
      meta: { requirement: 'watch.captions' },
      initial: 'stored',
      states: {
        stored: {
          description: 'Captions start with the stored preference.',
          always: [{ guard: 'startsCaptioned', target: 'on' }, { target: 'off' }],
        },
        off: {
          description: 'Captions are off.',
          entry: 'hideCaptions',
          on: { 'captions.toggle': 'on' },
        },
        on: {
          description: 'Captions are on.',
          entry: 'showCaptions',
          on: { 'captions.toggle': 'off' },
        },
      },
    },
    quality: {
      meta: { requirement: 'watch.quality' },
      initial: 'automatic',
      on: {
        'qualities.known': { actions: { type: 'setHeights', params: ({ event }) => event } },
        'quality.choose': [
          {
            guard: { type: 'isAutomatic', params: ({ event }) => event },
            target: '.automatic',
            actions: [{ type: 'setHeight', params: ({ event }) => event }, 'applyQuality'],
          },
          {
            target: '.manual',
            actions: [{ type: 'setHeight', params: ({ event }) => event }, 'applyQuality'],
          },
        ],
      },
      states: {
        automatic: { description: 'The player selects the rendition by the available bandwidth.' },
        manual: {
          description:
            'The viewer selected a rendition. It applies to this channel only: renditions differ by channel.',
          on: { 'channel.changed': { target: 'automatic', actions: ['clearHeight', 'applyQuality'] } },
        },
      },
    },
    presentation: {
      meta: { requirement: 'watch.presentation' },
      initial: 'inPage',
      on: {
        'fullScreen.toggle': { actions: 'toggleFullScreen' },
        'pictureInPicture.toggle': { actions: 'togglePictureInPicture' },
      },
      states: {
        inPage: {
          description: 'The video is in the page.',
          on: { 'fullScreen.entered': 'fullScreen', 'pictureInPicture.entered': 'pictureInPicture' },
        },
        fullScreen: {
          description: 'The player fills the screen.',
          on: { 'page.entered': 'inPage', 'pictureInPicture.entered': 'pictureInPicture' },
        },
        pictureInPicture: {
          description: 'The video is in a picture-in-picture window.',
          on: { 'page.entered': 'inPage', 'fullScreen.entered': 'fullScreen' },
        },
      },
    },
  },
})
