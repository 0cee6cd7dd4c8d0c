import { carouselMachine } from '../../machines/carousel.ts'
import { elapsed, passed, testExamples } from './runEvents.ts'

const input = { isMotionReduced: false, isTabHidden: false }
const playing = { pointer: 'outside', focus: 'outside', button: 'playing', tab: 'visible', motion: 'allowed' }

testExamples(carouselMachine, {
  'starts with the first slide and rotates after 2.5 seconds': {
    requirement: 'signIn.carousel',
    input,
    when: [],
    state: { ...playing, slide: 'first', rotation: 'running' },
    delays: [['interval', 2_500]],
  },
  'shows the second slide after the interval, then the first again': {
    requirement: 'signIn.carousel',
    input,
    when: [elapsed('interval'), elapsed('interval'), elapsed('interval')],
    state: { ...playing, slide: 'second', rotation: 'running' },
    delays: [['interval', 2_500]],
  },
  'an arrow shows the other slide': {
    requirement: 'signIn.carousel',
    input,
    when: [{ type: 'slide.previous' }],
    state: { ...playing, slide: 'second', rotation: 'running' },
  },
  'each arrow restarts the interval': {
    input,
    when: [passed(2_000), { type: 'slide.next' }, passed(2_000), { type: 'slide.previous' }],
    state: { ...playing, slide: 'first', rotation: 'running' },
    delays: [['interval', 2_500]],
  },
  'stops under the mouse': {
    requirement: 'signIn.carouselPause',
    input,
    when: [{ type: 'pointer.enter' }],
    state: { ...playing, pointer: 'inside', slide: 'first', rotation: 'stopped' },
    delays: [],
  },
  'stays paused when the mouse leaves': {
    requirement: 'signIn.carouselPause',
    input,
    when: [{ type: 'pause.toggle' }, { type: 'pointer.enter' }, { type: 'pointer.leave' }],
    state: { ...playing, button: 'paused', slide: 'first', rotation: 'stopped' },
  },
  'never rotates by itself with reduced motion, and an arrow still works': {
    requirement: 'signIn.reducedMotion',
    input: { isMotionReduced: true, isTabHidden: false },
    when: [{ type: 'pause.toggle' }, { type: 'slide.next' }],
    state: { ...playing, motion: 'reduced', slide: 'second', rotation: 'stopped' },
    delays: [],
  },
  'waits in a background tab': {
    requirement: 'signIn.carouselPause',
    input: { isMotionReduced: false, isTabHidden: true },
    when: [],
    state: { ...playing, tab: 'hidden', slide: 'first', rotation: 'stopped' },
  },
})
