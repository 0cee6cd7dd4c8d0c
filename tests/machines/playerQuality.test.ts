import { playerQualityMachine } from '../../machines/playerQuality.ts'
import { testExamples } from './runEvents.ts'

const input = { browserSavesData: false }

testExamples(playerQualityMachine, {
  'starts with the automatic quality': {
    requirement: 'watch.quality',
    input,
    when: [],
    state: 'automatic',
    shows: { height: null, heights: [], hasAudioOnly: false, dataSaver: undefined },
    starts: [['controlQuality', undefined]],
  },
  'keeps a chosen rendition for this channel only': {
    requirement: 'watch.quality',
    input,
    when: [{ type: 'quality.choose', quality: 720 }, { type: 'channel.changed' }],
    state: 'automatic',
    shows: { height: null, dataSaver: undefined },
  },
  'saves data if the browser does and nothing else was chosen': {
    requirement: 'watch.dataSaverStored',
    input: { browserSavesData: true },
    when: [],
    state: 'dataSaver',
    shows: { dataSaver: undefined },
  },
  'does not save data if the viewer chose the automatic quality before, even if the browser does': {
    requirement: 'watch.dataSaverStored',
    input: { dataSaver: false, browserSavesData: true },
    when: [],
    state: 'automatic',
  },
  'saves data on all channels if the viewer chose it before': {
    requirement: 'watch.dataSaverStored',
    input: { ...input, dataSaver: true },
    when: [{ type: 'channel.changed' }],
    state: 'dataSaver',
  },
  'keeps the choice of Data saver': {
    requirement: 'watch.dataSaverStored',
    input,
    when: [{ type: 'quality.choose', quality: 'dataSaver' }],
    state: 'dataSaver',
    shows: { dataSaver: true },
  },
  'keeps the choice to save no data': {
    requirement: 'watch.dataSaverStored',
    input: { ...input, dataSaver: true },
    when: [{ type: 'quality.choose', quality: 'automatic' }],
    state: 'automatic',
    shows: { dataSaver: false },
  },
  'saves data again on the channel after one with a chosen rendition': {
    requirement: 'watch.dataSaverStored',
    input: { ...input, dataSaver: true },
    when: [{ type: 'quality.choose', quality: 720 }, { type: 'channel.changed' }],
    state: 'dataSaver',
    shows: { height: null, dataSaver: true },
  },
  'plays the next channels without a picture too': {
    requirement: 'watch.audioOnlyKept',
    input,
    when: [
      { type: 'qualities.known', heights: [360], hasAudioOnly: true },
      { type: 'quality.choose', quality: 'audioOnly' },
      { type: 'channel.changed' },
      { type: 'qualities.known', heights: [720], hasAudioOnly: true },
    ],
    state: { audioOnly: 'available' },
    shows: { dataSaver: undefined, heights: [720], hasAudioOnly: true },
  },
  'tells that a channel has a picture only, also after Audio only is chosen again': {
    requirement: 'watch.audioOnlyKept',
    input,
    when: [
      { type: 'qualities.known', heights: [360], hasAudioOnly: true },
      { type: 'quality.choose', quality: 'audioOnly' },
      { type: 'channel.changed' },
      { type: 'qualities.known', heights: [720], hasAudioOnly: false },
      { type: 'quality.choose', quality: 'audioOnly' },
    ],
    state: { audioOnly: 'missing' },
    shows: { heights: [720], hasAudioOnly: false },
  },
  'plays the channel after that one without a picture': {
    requirement: 'watch.audioOnlyKept',
    input,
    when: [
      { type: 'quality.choose', quality: 'audioOnly' },
      { type: 'qualities.known', heights: [720], hasAudioOnly: false },
      { type: 'channel.changed' },
    ],
    state: { audioOnly: 'available' },
  },
  'plays the picture again if another quality is chosen': {
    requirement: 'watch.audioOnly',
    input,
    when: [
      { type: 'quality.choose', quality: 'audioOnly' },
      { type: 'quality.choose', quality: 'automatic' },
    ],
    state: 'automatic',
  },
})
