/**
 * carousel: alternates two slides every 2.5 seconds, unless the rotation is paused.
 *
 *   slide:    first ⇄ second          on a timer or an arrow, which restarts the timer
 *   rotation: running ⇄ stopped        runs only while all of these allow it:
 *   pointer: outside ⇄ inside · focus: outside ⇄ inside · button: playing ⇄ paused · tab: visible ⇄ hidden · motion: allowed ⇄ reduced
 */
import { not, raise, setup, stateIn } from 'xstate'
import { createStubs } from './stub.ts'

/** The state of the page at the start: the motion preference, and whether the tab is in the background. */
export type CarouselInput = { isMotionReduced: boolean; isTabHidden: boolean }

export type CarouselEvent =
  | { type: 'slide.next' }
  | { type: 'slide.previous' }
  | { type: 'pause.toggle' }
  | { type: 'pointer.enter' }
  | { type: 'pointer.leave' }
  | { type: 'focus.enter' }
  | { type: 'focus.leave' }
  | { type: 'tab.hidden' }
  | { type: 'tab.shown' }
  | { type: 'motion.reduced' }
  | { type: 'motion.allowed' }

const stub = createStubs('carousel')

export const carouselMachine = setup({
  types: {} as {
    input: CarouselInput
    context: CarouselInput
    events: CarouselEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Reports when the visibility of the tab or the motion preference changes. */
    watchPage: stub.callback<CarouselEvent>('watchPage'),
  },
  actions: {
    showNext: raise({ type: 'slide.next' }),
  },
  guards: {
    canRotate: stateIn({ pointer: 'outside', focus: 'outside', button: 'playing', tab: 'visible', motion: 'allowed' }),
    isStopped: not('canRotate'),
    isMotionAllowed: stateIn({ motion: 'allowed' }),
    isTabHidden: ({ context }) => context.isTabHidden,
    isMotionReduced: ({ context }) => context.isMotionReduced,
  },
  delays: { interval: 2_500 },
}).createMachine({
  id: 'carousel',
  context: ({ input }) => input,
  invoke: { id: 'watchPage', src: 'watchPage' },
  type: 'parallel',
  states: {
    slide: {
      meta: { requirement: 'signIn.carousel' },
      initial: 'first',
      states: {
        first: {
          description: 'The first slide: the product and the devices that it runs on.',
          on: { 'slide.next': 'second', 'slide.previous': 'second' },
        },
        second: {
          description: 'The second slide: four channels, each with a button that focuses the sign-in form.',
          on: { 'slide.next': 'first', 'slide.previous': 'first' },
        },
      },
    },
    rotation: {
      initial: 'stopped',
      states: {
        running: {
          description: 'The next slide follows after the interval.',
          meta: { requirement: 'signIn.carousel' },
          after: { interval: { actions: 'showNext' } },
          always: { guard: 'isStopped', target: 'stopped' },
          on: {
            'slide.next': { target: 'running', reenter: true },
            'slide.previous': { target: 'running', reenter: true },
          },
        },
        stopped: {
          description: 'The slide stays until an arrow is pressed or the rotation resumes.',
          meta: { requirement: 'signIn.carouselPause' },
          always: { guard: 'canRotate', target: 'running' },
        },
      },
    },
    pointer: {
      initial: 'outside',
      states: {
        outside: { description: 'The mouse is not over the slides.', on: { 'pointer.enter': 'inside' } },
        inside: {
          description: 'The mouse is over the slides.',
          meta: { requirement: 'signIn.carouselPause' },
          on: { 'pointer.leave': 'outside' },
        },
      },
    },
    focus: {
      initial: 'outside',
      states: {
        outside: { description: 'The focus is outside the carousel.', on: { 'focus.enter': 'inside' } },
        inside: {
          description: 'The focus is inside the carousel.',
          meta: { requirement: 'signIn.carouselPause' },
          on: { 'focus.leave': 'outside' },
        },
      },
    },
    button: {
      initial: 'playing',
      states: {
        playing: {
          description: 'The user has not paused the slides.',
          on: { 'pause.toggle': { guard: 'isMotionAllowed', target: 'paused' } },
        },
        paused: {
          description: 'The user has paused the slides.',
          meta: { requirement: 'signIn.carouselPause' },
          on: { 'pause.toggle': { guard: 'isMotionAllowed', target: 'playing' } },
        },
      },
    },
    tab: {
      initial: 'starting',
      states: {
        starting: {
          description: 'The input decides whether the tab is visible.',
          always: [{ guard: 'isTabHidden', target: 'hidden' }, { target: 'visible' }],
        },
        visible: { description: 'The tab is visible.', on: { 'tab.hidden': 'hidden' } },
        hidden: {
          description: 'The tab is in the background.',
          meta: { requirement: 'signIn.carouselPause' },
          on: { 'tab.shown': 'visible' },
        },
      },
    },
    motion: {
      initial: 'starting',
      states: {
        starting: {
          description: 'The input decides whether motion is reduced.',
          always: [{ guard: 'isMotionReduced', target: 'reduced' }, { target: 'allowed' }],
        },
        allowed: { description: 'Motion is allowed.', on: { 'motion.reduced': 'reduced' } },
        reduced: {
          description: 'Motion is reduced: slides change only on demand and without a fade.',
          meta: { requirement: 'signIn.reducedMotion' },
          on: { 'motion.allowed': 'allowed' },
        },
      },
    },
  },
})
