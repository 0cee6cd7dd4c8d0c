import { sleepTimerMachine } from '../../machines/sleepTimer.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: sleepTimerMachine,
  inputs: { 'a channel is watched': undefined },
  events: {
    'timer.set': {
      '15 minutes': { choice: 15, ms: 900_000 },
      '30 minutes': { choice: 30, ms: 1_800_000 },
    },
    'timer.cancel': 'Choose Off',
    'watching.keep': 'Press Keep watching',
    'playback.resumed': 'Play the video',
  },
  outcomes: { pausePlayer: { error: 'never' } },
  invariants: {
    'a timer that is off has no time': ({ value, context }) => value !== 'off' || context.setting === undefined,
    'a timer that is set has a time': ({ value, context }) => value === 'off' || context.setting !== undefined,
  },
  texts: {
    events: {
      'timer.set / 15 minutes': 'Choose 15 min',
      'timer.set / 30 minutes': 'Choose 30 min',
    },
    delays: {
      sleepDelay: 'The time passes, less one minute',
      answerTime: 'One minute passes',
    },
  },
  manual: {
    starts: {
      '': { as: 'member', open: '/video/harbor-one', then: 'Open _More controls_, then _Sleep timer_.' },
    },
  },
})
