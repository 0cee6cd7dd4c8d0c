/**
 * remotePlayback: plays the video on another screen, such as a television with AirPlay or Google Cast.
 *
 *   unavailable ⇄ available ──▶ connecting ──▶ connected ──screen.disconnected──▶ available
 *   available, connecting ──▶ failed ──(8 s)──▶ available
 */
import { sendTo, setup } from 'xstate'
import { createStubs } from './stub.ts'

export type RemotePlaybackCommand = { type: 'prompt' }

export type RemotePlaybackEvent =
  | { type: 'screen.choose' }
  | { type: 'screens.found' }
  | { type: 'screens.lost' }
  | { type: 'screen.connecting' }
  | { type: 'screen.connected' }
  | { type: 'screen.disconnected' }
  | { type: 'prompt.failed' }

const stub = createStubs('remotePlayback')

export const remotePlaybackMachine = setup({
  types: {} as {
    events: RemotePlaybackEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /**
     * Watches the screens that the browser can use, and sends whether there is one after each `screen.disconnected`. On
     * `prompt`, the browser asks which one.
     */
    watchScreens: stub.callback<RemotePlaybackCommand, undefined>('watchScreens'),
  },
  actions: { prompt: sendTo('watchScreens', { type: 'prompt' }) },
  delays: { noticeTime: 8_000 },
}).createMachine({
  id: 'remotePlayback',
  invoke: { id: 'watchScreens', src: 'watchScreens' },
  initial: 'unavailable',
  on: { 'screen.connecting': '.connecting', 'screen.connected': '.connected' },
  states: {
    unavailable: {
      description: 'The browser knows no screen for this video, so the control is hidden.',
      meta: { requirement: 'watch.otherScreen' },
      on: { 'screens.found': 'available' },
    },
    available: {
      description: 'The browser knows another screen. It asks which one to use.',
      meta: { requirement: ['watch.otherScreen', 'watch.otherScreenStatus'] },
      on: {
        'screen.choose': { actions: 'prompt' },
        'screens.lost': 'unavailable',
        'prompt.failed': 'failed',
      },
    },
    connecting: {
      description: 'The browser connects to the screen that was chosen.',
      meta: { requirement: 'watch.otherScreenStatus' },
      on: { 'screen.choose': { actions: 'prompt' }, 'screen.disconnected': 'failed' },
    },
    connected: {
      description: 'The video plays on the other screen. The browser offers to stop it.',
      meta: { requirement: 'watch.otherScreenStatus' },
      on: { 'screen.choose': { actions: 'prompt' }, 'screen.disconnected': 'available' },
    },
    failed: {
      description: 'The video could not be played on the other screen. The notice disappears after eight seconds.',
      meta: { requirement: 'watch.otherScreenStatus' },
      after: { noticeTime: 'available' },
      on: { 'screen.choose': { target: 'available', actions: 'prompt' }, 'screens.lost': 'unavailable' },
    },
  },
})
