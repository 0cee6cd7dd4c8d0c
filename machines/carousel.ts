/**
 * carousel: shows two slides in turn, 2.5 seconds each, unless something pauses them.
 *
 *   slide:    first ⇄ second          on a timer or an arrow, which restarts the timer
 *   rotation: running ⇄ stopped        runs only while all of these allow it:
 *   pointer: away ⇄ over · focus: outside ⇄ within · button: playing ⇄ paused · tab: seen ⇄ hidden · motion: free ⇄ still
 */
import { fromCallback, not, raise, setup, stateIn } from 'xstate'

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
  | { type: 'tab.seen' }
  | { type: 'motion.reduced' }
  | { type: 'motion.freed' }

export const carouselMachine = setup({
  types: {} as {
    input: CarouselInput
    context: CarouselInput
    events: CarouselEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Reports when the visibility of the tab or the motion preference changes. */
    watchPage: fromCallback<CarouselEvent>(() => {
      throw new Error('carousel: provide watchPage')
    }),
  },
  actions: {
    showNext: raise({ type: 'slide.next' }),
  },
  guards: {
    canRotate: stateIn({ pointer: 'away', focus: 'outside', button: 'playing', tab: 'seen', motion: 'free' }),
    isStopped: not('canRotate'),
    isMotionAllowed: stateIn({ motion: 'free' }),
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
          description: 'The product and the devices.',
          on: { 'slide.next': 'second', 'slide.previous': 'second' },
        },
        second: {
          description: 'Four channels, each with a link to the form.',
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
          description: 'The slide stays until an arrow is pressed or the rotation runs again.',
          meta: { requirement: 'signIn.carouselPause' },
          always: { guard: 'canRotate', target: 'running' },
        },
      },
    },
    pointer: {
      initial: 'away',
      states: {
        away: { description: 'The mouse is not over the slides.', on: { 'pointer.enter': 'over' } },
        over: {
          description: 'The mouse is over the slides.',
          meta: { requirement: 'signIn.carouselPause' },
          on: { 'pointer.leave': 'away' },
        },
      },
    },
    focus: {
      initial: 'outside',
      states: {
        outside: { description: 'The focus is outside the carousel.', on: { 'focus.enter': 'within' } },
        within: {
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
      initial: 'opening',
      states: {
        opening: {
          description: 'The input decides whether the tab is visible.',
          always: [{ guard: 'isTabHidden', target: 'hidden' }, { target: 'seen' }],
        },
        seen: { description: 'The tab is visible.', on: { 'tab.hidden': 'hidden' } },
        hidden: {
          description: 'The tab is in the background.',
          meta: { requirement: 'signIn.carouselPause' },
          on: { 'tab.seen': 'seen' },
        },
      },
    },
    motion: {
      initial: 'opening',
      states: {
        opening: {
          description: 'The input decides whether motion is reduced.',
          always: [{ guard: 'isMotionReduced', target: 'still' }, { target: 'free' }],
        },
        free: { description: 'Motion is allowed.', on: { 'motion.reduced': 'still' } },
        still: {
          description: 'Motion is reduced: slides change only on demand and without a fade.',
          meta: { requirement: 'signIn.reducedMotion' },
          on: { 'motion.freed': 'free' },
        },
      },
    },
  },
})
