import { playerControlsMachine } from '../../machines/playerControls.ts'
import { elapsed, passed, testExamples } from './runEvents.ts'

const input = { volume: 0.6, muted: false, captions: false }
const first = {
  bar: 'shown',
  panel: 'closed',
  sound: 'audible',
  captions: 'off',
  presentation: 'inPage',
}

testExamples(playerControlsMachine, {
  'starts with the stored volume, and hides the bar after three seconds': {
    requirement: 'watch.sound',
    input,
    when: [],
    state: first,
    starts: [['controlVideo', { volume: 0.6 }]],
    delays: [['hideDelay', 3_000]],
  },
  'starts muted and with captions if they are stored': {
    requirement: ['watch.sound', 'watch.captions'],
    input: { volume: 0.6, muted: true, captions: true },
    when: [],
    state: { ...first, sound: 'muted', captions: 'on' },
  },
  'starts muted if the stored volume is 0': {
    input: { volume: 0, muted: false, captions: false },
    when: [],
    state: { ...first, sound: 'muted' },
    shows: { volume: 0 },
  },
  'hides the bar, and shows it again when the pointer moves': {
    requirement: 'watch.controls',
    input,
    when: [elapsed('hideDelay'), { type: 'pointer.move' }],
    state: first,
  },
  'keeps the bar for three seconds after the pointer has moved': {
    input,
    when: [passed(2_000), { type: 'pointer.move' }],
    state: first,
    delays: [['hideDelay', 3_000]],
  },
  'keeps the bar while a control has the focus': {
    requirement: 'watch.controls',
    input,
    when: [{ type: 'focus.enter' }],
    state: { ...first, bar: 'focused' },
    delays: [],
  },
  'hides the bar with a tap, and shows it with another': {
    requirement: 'watch.controls',
    input,
    when: [{ type: 'bar.toggle' }, { type: 'bar.toggle' }],
    state: first,
    delays: [['hideDelay', 3_000]],
  },
  'keeps the bar for three seconds after a panel has been closed': {
    requirement: 'watch.controls',
    input,
    when: [{ type: 'shortcuts.open' }, elapsed('hideDelay'), { type: 'panel.close' }],
    state: first,
    delays: [['hideDelay', 3_000]],
  },
  'opens the shortcuts in place of the menu, which had the focus': {
    requirement: 'watch.controls',
    input,
    when: [{ type: 'menu.open' }, { type: 'shortcuts.open' }],
    state: { ...first, bar: 'focused', panel: 'shortcuts' },
  },
  'asks for sound if the browser blocks autoplay with it, and has the stored volume then': {
    requirement: 'watch.blocked',
    input,
    when: [{ type: 'sound.blocked' }, { type: 'sound.toggle' }],
    state: first,
    shows: { volume: 0.6 },
  },
  'does not ask for sound that the viewer turned off': {
    input,
    when: [{ type: 'sound.toggle' }, { type: 'sound.blocked' }],
    state: { ...first, sound: 'muted' },
  },
  'closes the strip when a channel is chosen': {
    requirement: 'watch.zapping',
    input,
    when: [{ type: 'strip.open' }, { type: 'channel.changed' }],
    state: first,
  },
  'mutes at volume 0': {
    input,
    when: [{ type: 'volume.set', volume: 0 }],
    state: { ...first, sound: 'muted' },
    shows: { volume: 0 },
  },
  'limits the volume': {
    input,
    when: [{ type: 'volume.set', volume: 1.4 }],
    state: first,
    shows: { volume: 1 },
  },
  'unmutes at half volume after volume 0': {
    input,
    when: [{ type: 'volume.set', volume: 0 }, { type: 'sound.toggle' }],
    state: first,
    shows: { volume: 0.5 },
  },
  'shows that the video is in a window of its own': {
    requirement: 'watch.presentation',
    input,
    when: [{ type: 'pictureInPicture.toggle' }, { type: 'pictureInPicture.entered' }],
    state: { ...first, presentation: 'pictureInPicture' },
  },
})
