import { playerControlsMachine } from '../../machines/playerControls.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: playerControlsMachine,
  inputs: {
    'first visit': { volume: 1, muted: false, captions: false },
    'muted, with captions': { volume: 0.6, muted: true, captions: true },
  },
  events: {
    'pointer.move': { '': {} },
    'pointer.leave': { '': {} },
    'focus.enter': { '': {} },
    'focus.leave': { '': {} },
    'keys.list': { '': {} },
    'keys.close': { '': {} },
    'sound.toggle': { '': {} },
    'volume.set': { half: { volume: 0.5 }, nothing: { volume: 0 } },
    'captions.toggle': { '': {} },
    'quality.choose': { '180p': { height: 180 }, automatic: { height: null } },
    'qualities.known': { two: { heights: [360, 180] } },
    'channel.changed': { '': {} },
    'full.toggle': { '': {} },
    'full.entered': { '': {} },
    'floating.toggle': { '': {} },
    'floating.entered': { '': {} },
    'page.entered': { '': {} },
  },
  invariants: {
    'a picture with sound has a volume': (s) => !s.matches({ sound: 'audible' }) || s.context.volume > 0,
    'a rendition is chosen exactly while the quality is manual': (s) =>
      s.matches({ quality: 'manual' }) === (s.context.height !== null),
  },
  texts: {
    events: {
      'pointer.move': 'Move the pointer over the picture',
      'pointer.leave': 'Move the pointer away from the picture',
      'focus.enter': 'Go to a control with the tab key',
      'focus.leave': 'Leave the controls with the tab key',
      'keys.list': 'Press ?',
      'keys.close': 'Press Escape',
      'sound.toggle': 'Press m',
      'volume.set / half': 'Set the volume to the middle',
      'volume.set / nothing': 'Turn the volume down to nothing',
      'captions.toggle': 'Press c',
      'quality.choose / 180p': 'Choose 180p',
      'quality.choose / automatic': 'Choose Automatic',
      'qualities.known': 'The stream tells its renditions',
      'channel.changed': 'Press n for the next channel',
      'full.toggle': 'Press f',
      'full.entered': 'The picture fills the screen',
      'floating.toggle': 'Press i',
      'floating.entered': 'The picture goes into a window of its own',
      'page.entered': 'The picture comes back into the page',
    },
    delays: { lingering: 'Three seconds pass without a movement' },
  },
  manual: {
    starts: {
      'first visit': { as: 'member', open: '/video/harbor-one' },
      'muted, with captions': {
        as: 'member',
        before: 'At `/video/harbor-one`, press m and c.',
        open: '/video/harbor-one',
      },
    },
    causedBy: {
      'qualities.known': { do: 'Wait until the list of qualities can be opened.' },
      'full.entered': 'itself',
      'floating.entered': 'itself',
      'page.entered': { do: 'Press Escape, or close the small window.' },
    },
  },
})
