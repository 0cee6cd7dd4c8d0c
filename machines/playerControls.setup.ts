/** playerControls.setup: the types, actors, actions and guards of playerControls. */
import { assign, sendTo, setup } from 'xstate'
import { createStubs } from './stub.ts'

export type VideoCommand =
  | { type: 'setSound'; volume: number; muted: boolean }
  | { type: 'setCaptions'; on: boolean }
  | { type: 'toggleFullScreen' }
  | { type: 'togglePictureInPicture' }

export type PlayerControlsInput = { volume: number; muted: boolean; captions: boolean }

export type PlayerControlsContext = {
  volume: number
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
  | { type: 'strip.open' }
  | { type: 'panel.close' }
  | { type: 'sound.toggle' }
  | { type: 'sound.blocked' }
  | { type: 'volume.set'; volume: number }
  | { type: 'captions.toggle' }
  | { type: 'channel.changed' }
  | { type: 'fullScreen.toggle' }
  | { type: 'fullScreen.entered' }
  | { type: 'pictureInPicture.toggle' }
  | { type: 'pictureInPicture.entered' }
  | { type: 'page.entered' }

const stub = createStubs('playerControls')

export const playerControlsSetup = setup({
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
    unmute: sendTo('controlVideo', ({ context }) => ({ type: 'setSound', volume: context.volume, muted: false })),
    mute: sendTo('controlVideo', ({ context }) => ({ type: 'setSound', volume: context.volume, muted: true })),
    showCaptions: sendTo('controlVideo', { type: 'setCaptions', on: true }),
    hideCaptions: sendTo('controlVideo', { type: 'setCaptions', on: false }),
    toggleFullScreen: sendTo('controlVideo', { type: 'toggleFullScreen' }),
    togglePictureInPicture: sendTo('controlVideo', { type: 'togglePictureInPicture' }),
  },
  guards: {
    isSilent: (_, { volume }: { volume: number }) => volume <= 0,
    startsMuted: ({ context }) => context.startsMuted || context.volume <= 0,
    startsCaptioned: ({ context }) => context.startsCaptioned,
  },
  delays: { hideDelay: 3_000 },
})
