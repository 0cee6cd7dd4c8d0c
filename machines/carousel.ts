/**
 * carousel: two slides take turns, every two and a half seconds, unless something holds them.
 *
 *   slide:   first ⇄ second          by the time, or by an arrow, which begins the time anew
 *   turning: waiting ⇄ standing      it waits only while nothing of these holds it:
 *   pointer: away ⇄ over · focus: outside ⇄ within · button: playing ⇄ paused · tab: seen ⇄ hidden · motion: free ⇄ still
 */
import { fromCallback, not, raise, setup, stateIn } from 'xstate'

/** What the page knows when the carousel comes: does the viewer ask for little motion, is the tab in the background? */
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
    /** Tells when the tab goes into the background or comes back, and when the wish for little motion changes. */
    watchPage: fromCallback<CarouselEvent>(() => {
      throw new Error('carousel: provide watchPage')
    }),
  },
  actions: {
    turn: raise({ type: 'slide.next' }),
  },
  guards: {
    mayTurn: stateIn({ pointer: 'away', focus: 'outside', button: 'playing', tab: 'seen', motion: 'free' }),
    isHeld: not('mayTurn'),
    mayMove: stateIn({ motion: 'free' }),
    startsHidden: ({ context }) => context.isTabHidden,
    startsStill: ({ context }) => context.isMotionReduced,
  },
  delays: { aTurn: 2_500 },
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
          description: 'What the product is, and where it plays.',
          on: { 'slide.next': 'second', 'slide.previous': 'second' },
        },
        second: {
          description: 'Four channels, each with a way to the form.',
          on: { 'slide.next': 'first', 'slide.previous': 'first' },
        },
      },
    },
    turning: {
      initial: 'standing',
      states: {
        waiting: {
          description: 'Nothing holds the slides: the next one comes when its time has passed.',
          meta: { requirement: 'signIn.carousel' },
          after: { aTurn: { actions: 'turn' } },
          always: { guard: 'isHeld', target: 'standing' },
          on: {
            'slide.next': { target: 'waiting', reenter: true },
            'slide.previous': { target: 'waiting', reenter: true },
          },
        },
        standing: {
          description: 'The slide stays until nothing holds it any more, or until an arrow is pressed.',
          meta: { requirement: 'signIn.carouselPause' },
          always: { guard: 'mayTurn', target: 'waiting' },
        },
      },
    },
    pointer: {
      initial: 'away',
      states: {
        away: { description: 'No mouse is over the slides.', on: { 'pointer.enter': 'over' } },
        over: {
          description: 'A mouse is over the slides: somebody looks.',
          meta: { requirement: 'signIn.carouselPause' },
          on: { 'pointer.leave': 'away' },
        },
      },
    },
    focus: {
      initial: 'outside',
      states: {
        outside: { description: 'The keyboard is elsewhere.', on: { 'focus.enter': 'within' } },
        within: {
          description: 'The keyboard is among the slides and their buttons.',
          meta: { requirement: 'signIn.carouselPause' },
          on: { 'focus.leave': 'outside' },
        },
      },
    },
    button: {
      initial: 'playing',
      states: {
        playing: {
          description: 'The slides may take turns.',
          on: { 'pause.toggle': { guard: 'mayMove', target: 'paused' } },
        },
        paused: {
          description: 'The viewer has stopped them by the button.',
          meta: { requirement: 'signIn.carouselPause' },
          on: { 'pause.toggle': { guard: 'mayMove', target: 'playing' } },
        },
      },
    },
    tab: {
      initial: 'opening',
      states: {
        opening: {
          description: 'The page may have been opened in the background.',
          always: [{ guard: 'startsHidden', target: 'hidden' }, { target: 'seen' }],
        },
        seen: { description: 'The page can be seen.', on: { 'tab.hidden': 'hidden' } },
        hidden: {
          description: 'Nobody sees the page.',
          meta: { requirement: 'signIn.carouselPause' },
          on: { 'tab.seen': 'seen' },
        },
      },
    },
    motion: {
      initial: 'opening',
      states: {
        opening: {
          description: 'The device says whether its owner wants things to move.',
          always: [{ guard: 'startsStill', target: 'still' }, { target: 'free' }],
        },
        free: { description: 'Things may move by themselves.', on: { 'motion.reduced': 'still' } },
        still: {
          description: 'Nothing moves by itself, and slides change without a fade.',
          meta: { requirement: 'signIn.stillMotion' },
          on: { 'motion.freed': 'free' },
        },
      },
    },
  },
})
