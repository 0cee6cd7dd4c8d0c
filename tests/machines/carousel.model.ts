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
    'slide.next': 'Press the arrow to the next slide',
    'slide.previous': 'Press the arrow to the previous slide',
    'pause.toggle': 'Press the pause button',
    'pointer.enter': 'Move the mouse over the slides',
    'pointer.leave': 'Move the mouse away from the slides',
    'focus.enter': 'Move the focus into the slides with the Tab key',
    'focus.leave': 'Move the focus out of the slides with the Tab key',
    'tab.hidden': 'Switch to another tab',
    'tab.shown': 'Switch back to this tab',
    'motion.reduced': 'Turn reduced motion on in the settings of the device',
    'motion.allowed': 'Turn reduced motion off in the settings of the device',
  },
  invariants: {
    'the rotation runs exactly while nothing pauses it': (s) =>
      s.matches({ rotation: 'running' }) ===
      s.matches({ pointer: 'outside', focus: 'outside', button: 'playing', tab: 'visible', motion: 'allowed' }),
  },
  texts: {
    delays: { interval: 'Two and a half seconds pass' },
  },
  manual: {
    starts: {
      'opened in the foreground': { as: null, open: '/signin' },
      'opened in the background': { as: null, open: '/signin', before: 'Open it in a background tab.' },
      'reduced motion': { as: null, open: '/signin', before: 'Turn reduced motion on in the settings of the device.' },
    },
  },
})
