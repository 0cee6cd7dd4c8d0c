import { remotePlaybackMachine } from '../../machines/remotePlayback.ts'
import { createModel } from '../paths/model.ts'

const screenNeeded = { impossible: 'The sandbox has no other screen. Use a television with AirPlay or Google Cast.' }

export default createModel({
  machine: remotePlaybackMachine,
  inputs: { 'a channel is watched': undefined },
  events: {
    'screen.choose': 'Press Play on another screen',
    'screens.found': 'The browser finds another screen',
    'screens.lost': 'The browser loses the other screen',
    'screen.connecting': 'Choose a screen in the question of the browser',
    'screen.connected': 'The other screen is connected',
    'screen.disconnected': 'The other screen is disconnected',
    'prompt.failed': 'The browser can’t ask for a screen',
  },
  texts: { delays: { noticeTime: 'Eight seconds pass' } },
  manual: {
    starts: { 'a channel is watched': { as: 'member', open: '/video/harbor-one' } },
    causedBy: {
      'screens.found': screenNeeded,
      'screens.lost': screenNeeded,
      'screen.connecting': screenNeeded,
      'screen.connected': screenNeeded,
      'screen.disconnected': screenNeeded,
      'prompt.failed': screenNeeded,
    },
  },
})
