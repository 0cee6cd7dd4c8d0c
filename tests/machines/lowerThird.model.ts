import { lowerThirdMachine } from '../../machines/lowerThird.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: lowerThirdMachine,
  inputs: { 'a channel is watched': undefined },
  events: { 'channel.opened': 'Press n for the next channel' },
  texts: { delays: { showDuration: 'Three seconds pass' } },
  manual: {
    starts: { '': { as: 'member', open: '/video/harbor-one', then: 'Wait for three seconds.' } },
  },
})
