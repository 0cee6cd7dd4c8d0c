import { sleepTimerMachine, type SleepTimerEvent } from '../../machines/sleepTimer.ts'
import { elapsed, passed, testExamples } from './runEvents.ts'

const requirement = 'watch.sleep'
const half: SleepTimerEvent = { type: 'timer.set', choice: 30, ms: 1_800_000 }

testExamples(sleepTimerMachine, {
  'runs until one minute before the time': {
    requirement,
    when: [half],
    state: 'running',
    delays: [['sleepDelay', 1_740_000]],
    shows: { setting: { choice: 30, ms: 1_800_000 } },
  },
  'asks for one minute': {
    requirement,
    when: [half, elapsed('sleepDelay')],
    state: 'asking',
    delays: [['answerTime', 60_000]],
  },
  'pauses the player without an answer': {
    requirement,
    when: [half, elapsed('sleepDelay'), elapsed('answerTime')],
    state: 'asleep',
    starts: [['pausePlayer', undefined]],
  },
  'is off after the viewer keeps watching': {
    requirement,
    when: [half, elapsed('sleepDelay'), { type: 'watching.keep' }],
    state: 'off',
    delays: [],
    shows: { setting: undefined },
  },
  'is off when the viewer plays the video again': {
    requirement,
    when: [half, elapsed('sleepDelay'), elapsed('answerTime'), { type: 'playback.resumed' }],
    state: 'off',
    shows: { setting: undefined },
  },
  'can be canceled while it runs': { when: [half, { type: 'timer.cancel' }], state: 'off', delays: [] },
  'can be canceled while it asks': {
    when: [half, elapsed('sleepDelay'), { type: 'timer.cancel' }],
    state: 'off',
    delays: [],
  },
  'starts again with another time': {
    when: [half, passed(600_000), { type: 'timer.set', choice: 15, ms: 900_000 }],
    state: 'running',
    delays: [['sleepDelay', 840_000]],
  },
  'starts again with the same time': {
    when: [half, passed(600_000), half],
    state: 'running',
    delays: [['sleepDelay', 1_740_000]],
  },
  'asks at once if the show ends within a minute': {
    requirement,
    when: [{ type: 'timer.set', choice: 'show', ms: 20_000 }],
    state: 'running',
    delays: [['sleepDelay', 0]],
  },
})
