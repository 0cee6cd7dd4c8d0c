import { lowerThirdMachine } from '../../machines/lowerThird.ts'
import { elapsed, passed, testExamples } from './runEvents.ts'

testExamples(lowerThirdMachine, {
  'names a channel for three seconds': {
    requirement: 'watch.lowerThird',
    when: [{ type: 'channel.opened' }, elapsed('showDuration')],
    state: 'hidden',
  },
  'starts the three seconds again with each channel': {
    requirement: 'watch.lowerThird',
    when: [{ type: 'channel.opened' }, passed(2_000), { type: 'channel.opened' }],
    state: 'shown',
    delays: [['showDuration', 3_000]],
  },
})
