import { playerQualityMachine } from '../../machines/playerQuality.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: playerQualityMachine,
  inputs: {
    'first visit': { browserSavesData: false },
    'the browser saves data': { browserSavesData: true },
    'Data saver before': { dataSaver: true, browserSavesData: false },
  },
  events: {
    'quality.choose': {
      '180p': { quality: 180 },
      automatic: { quality: 'automatic' },
      'data saver': { quality: 'dataSaver' },
      'audio only': { quality: 'audioOnly' },
    },
    'qualities.known': {
      'with audio only': { heights: [360, 180], hasAudioOnly: true },
      'without audio only': { heights: [360, 180], hasAudioOnly: false },
    },
    'channel.changed': 'Press n for the next channel',
  },
  invariants: {
    'a rendition is selected only while the quality is manual': ({ value, context }) =>
      (value === 'manual') === (context.height !== null),
    'data is not saved after the viewer chose the automatic quality': ({ value, context }) =>
      value !== 'dataSaver' || context.dataSaver !== false,
  },
  texts: {
    events: {
      'quality.choose / 180p': 'Select 180p',
      'quality.choose / automatic': 'Select Auto',
      'quality.choose / data saver': 'Select Data saver',
      'quality.choose / audio only': 'Select Audio only',
      'qualities.known / with audio only': 'The renditions of the stream are known, and one has no picture',
      'qualities.known / without audio only': 'The renditions of the stream are known, and each has a picture',
    },
  },
  manual: {
    starts: {
      'first visit': { as: 'member', open: '/video/harbor-one' },
      'the browser saves data': {
        as: 'member',
        before: 'Make the browser save data, for example with the Data Saver of Android.',
        open: '/video/harbor-one',
      },
      'Data saver before': {
        as: 'member',
        before: 'At `/video/harbor-one`, select _Data saver_.',
        open: '/video/harbor-one',
      },
    },
    causedBy: {
      'qualities.known / with audio only': { do: 'Wait until the list of qualities can be opened.' },
      'qualities.known / without audio only': { do: 'Choose _High Desert_. It has no rendition without a picture.' },
    },
  },
})
