import { carouselMachine } from '../../machines/carousel.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: carouselMachine,
  inputs: {
    'opened in the foreground': { isMotionReduced: false, isTabHidden: false },
    'opened in the background': { isMotionReduced: false, isTabHidden: true },
    'reduced motion': { isMotionReduced: true, isTabHidden: false },
  },
  events: {
    'slide.next': { '': {} },
    'slide.previous': { '': {} },
    'pause.toggle': { '': {} },
    'pointer.enter': { '': {} },
    'pointer.leave': { '': {} },
    'focus.enter': { '': {} },
    'focus.leave': { '': {} },
    'tab.hidden': { '': {} },
    'tab.seen': { '': {} },
    'motion.reduced': { '': {} },
    'motion.freed': { '': {} },
  },
  invariants: {
    'the rotation runs exactly while nothing pauses it': (s) =>
      s.matches({ rotation: 'running' }) ===
      s.matches({ pointer: 'away', focus: 'outside', button: 'playing', tab: 'seen', motion: 'free' }),
  },
  texts: {
    events: {
      'slide.next': 'Press the arrow to the next slide',
      'slide.previous': 'Press the arrow to the previous slide',
      'pause.toggle': 'Press the pause button',
      'pointer.enter': 'Move the mouse over the slides',
      'pointer.leave': 'Move the mouse away from the slides',
      'focus.enter': 'Go to the slides with the tab key',
      'focus.leave': 'Leave the slides with the tab key',
      'tab.hidden': 'Look at another tab',
      'tab.seen': 'Come back to this tab',
      'motion.reduced': 'Ask the device for less motion',
      'motion.freed': 'Allow the device to move things',
    },
    delays: { interval: 'Two and a half seconds pass' },
  },
  manual: {
    starts: {
      'opened in the foreground': { as: null, open: '/signin' },
      'opened in the background': { as: null, open: '/signin', before: 'Open it in a new tab behind this one.' },
      'reduced motion': { as: null, open: '/signin', before: 'Ask the device for less motion.' },
    },
  },
})
