import { playerControlsMachine } from '../../machines/playerControls.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: playerControlsMachine,
  inputs: {
    'first visit': { volume: 1, muted: false, captions: false },
    'muted, with captions': { volume: 0.6, muted: true, captions: true },
  },
  events: {
    'pointer.move': 'Move the pointer over the video',
    'pointer.leave': 'Move the pointer away from the video',
    'focus.enter': 'Focus a control with the Tab key',
    'focus.leave': 'Leave the controls with the Tab key',
    'bar.toggle': 'Tap the video',
    'menu.open': 'Press More controls',
    'shortcuts.open': 'Press ?',
    'strip.open': 'In full screen, press Enter',
    'panel.close': 'Press Escape',
    'sound.toggle': 'Press m',
    'sound.blocked': 'The browser blocks autoplay with sound',
    'volume.set': { half: { volume: 0.5 }, silent: { volume: 0 } },
    'captions.toggle': 'Press c',
    'channel.changed': 'Press n for the next channel',
    'fullScreen.toggle': 'Press f',
    'fullScreen.entered': 'The player enters full screen',
    'pictureInPicture.toggle': 'Press i',
    'pictureInPicture.entered': 'The video enters picture in picture',
    'page.entered': 'The video returns to the page',
  },
  invariants: {
    'an audible video has a volume': (s) => !s.matches({ sound: 'audible' }) || s.context.volume > 0,
  },
  texts: {
    events: {
      'volume.set / half': 'Set the volume to 50%',
      'volume.set / silent': 'Turn the volume down to 0',
    },
    delays: { hideDelay: 'Three seconds pass without pointer movement' },
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
      'sound.blocked': {
        set: 'Open `/video/harbor-one` in a new tab instead of the next step, without a press in it.',
      },
      'fullScreen.entered': 'itself',
      'pictureInPicture.entered': 'itself',
      'page.entered': { do: 'Press Escape, or close the small window.' },
    },
  },
})
