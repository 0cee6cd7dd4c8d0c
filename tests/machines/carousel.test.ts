import { carouselMachine } from '../../machines/carousel.ts'
import { elapsed, testExamples } from './runEvents.ts'

const input = { isMotionReduced: false, isTabHidden: false }
const playing = { pointer: 'outside', focus: 'outside', button: 'playing', tab: 'visible', motion: 'allowed' }

testExamples(carouselMachine, {
  'starts with the first slide and rotates after 2.5 seconds': {
    input,
    when: [],
    state: { ...playing, slide: 'first', rotation: 'running' },
    delays: [['interval', 2_500]],
  },
  'shows the second slide after the interval, then the first again': {
    input,
    when: [elapsed('interval'), elapsed('interval'), elapsed('interval')],
    state: { ...playing, slide: 'second', rotation: 'running' },
    delays: [['interval', 2_500]],
  },
  'an arrow shows the other slide': {
    input,
    when: [{ type: 'slide.previous' }],
    state: { ...playing, slide: 'second', rotation: 'running' },
  },
  'stops under the mouse': {
    input,
    when: [{ type: 'pointer.enter' }],
    state: { ...playing, pointer: 'inside', slide: 'first', rotation: 'stopped' },
    delays: [],
  },
  'stays paused when the mouse leaves': {
    input,
    when: [{ type: 'pause.toggle' }, { type: 'pointer.enter' }, { type: 'pointer.leave' }],
    state: { ...playing, button: 'paused', slide: 'first', rotation: 'stopped' },
  },
  'never rotates by itself with reduced motion, and an arrow still works': {
    input: { isMotionReduced: true, isTabHidden: false },
    when: [{ type: 'pause.toggle' }, { type: 'slide.next' }],
    state: { ...playing, motion: 'reduced', slide: 'second', rotation: 'stopped' },
    delays: [],
  },
  'waits in a background tab': {
    input: { isMotionReduced: false, isTabHidden: true },
    when: [],
    state: { ...playing, tab: 'hidden', slide: 'first', rotation: 'stopped' },
  },
})
