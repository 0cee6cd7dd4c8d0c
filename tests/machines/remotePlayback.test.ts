import { remotePlaybackMachine } from '../../machines/remotePlayback.ts'
import { elapsed, testExamples } from './runEvents.ts'

testExamples(remotePlaybackMachine, {
  'starts without another screen': {
    requirement: 'watch.otherScreen',
    when: [],
    state: 'unavailable',
    starts: [['watchScreens', undefined]],
    delays: [],
  },
  'offers a screen that the browser finds, and does not once it is lost': {
    requirement: 'watch.otherScreen',
    when: [{ type: 'screens.found' }, { type: 'screens.lost' }],
    state: 'unavailable',
  },
  'stays available when the viewer closes the question of the browser': {
    requirement: 'watch.otherScreenStatus',
    when: [{ type: 'screens.found' }, { type: 'screen.choose' }],
    state: 'available',
  },
  'plays on the screen that the viewer chose': {
    requirement: 'watch.otherScreen',
    when: [
      { type: 'screens.found' },
      { type: 'screen.choose' },
      { type: 'screen.connecting' },
      { type: 'screen.connected' },
    ],
    state: 'connected',
  },
  'plays in the page again when the screen is disconnected': {
    requirement: 'watch.otherScreen',
    when: [{ type: 'screens.found' }, { type: 'screen.connected' }, { type: 'screen.disconnected' }],
    state: 'available',
  },
  'offers no screen that was lost while it was connected': {
    requirement: 'watch.otherScreen',
    when: [{ type: 'screen.connected' }, { type: 'screen.disconnected' }, { type: 'screens.lost' }],
    state: 'unavailable',
  },
  'follows a screen that was chosen in the settings of the device': {
    requirement: 'watch.otherScreenStatus',
    when: [{ type: 'screen.connecting' }],
    state: 'connecting',
  },
  'tells that the screen could not be connected, for eight seconds': {
    requirement: 'watch.otherScreenStatus',
    when: [{ type: 'screens.found' }, { type: 'screen.connecting' }, { type: 'screen.disconnected' }],
    state: 'failed',
    delays: [['noticeTime', 8_000]],
  },
  'offers the screen again after that': {
    requirement: 'watch.otherScreen',
    when: [{ type: 'screens.found' }, { type: 'prompt.failed' }, elapsed('noticeTime')],
    state: 'available',
  },
  'offers no screen that could not be connected and is lost': {
    requirement: 'watch.otherScreen',
    when: [{ type: 'screens.found' }, { type: 'prompt.failed' }, { type: 'screens.lost' }],
    state: 'unavailable',
    delays: [],
  },
  'asks again when the viewer tries again': {
    requirement: 'watch.otherScreen',
    when: [{ type: 'screens.found' }, { type: 'prompt.failed' }, { type: 'screen.choose' }],
    state: 'available',
    delays: [],
  },
})
