/**
 * favoriteOrder: puts the favorites in order, by buttons or by dragging a card.
 *
 *   resting ──order.start──▶ arranging ( idle ──drag.start──▶ dragging ──drag.drop, drag.cancel──▶ idle )
 *      ▲                         │
 *      └───────order.finish──────┘
 */
import { assign, setup } from 'xstate'
import { createStubs } from './stub.ts'

/**
 * `slugs` are the favorites in the order on the screen while they are arranged. `moved` is the channel that was moved
 * last; '' without one. `before` is the order before a drag.
 */
export type FavoriteOrderContext = { slugs: readonly string[]; moved: string; before: readonly string[] }

export type FavoriteOrderEvent =
  | { type: 'order.start'; slugs: readonly string[] }
  | { type: 'order.finish' }
  /** One place earlier (-1) or later (1). */
  | { type: 'card.move'; slug: string; by: -1 | 1 }
  | { type: 'drag.start'; slug: string }
  /** The pointer is over the card at this place, from 0. */
  | { type: 'drag.over'; at: number }
  | { type: 'drag.drop' }
  | { type: 'drag.cancel' }

/** `arranging`: the cards have buttons that move them. */
export type FavoriteOrderTag = 'arranging'

/** The list with a channel at another place. */
function withPlace(slugs: readonly string[], slug: string, at: number): readonly string[] {
  const others = slugs.filter((other) => other !== slug)
  return [...others.slice(0, at), slug, ...others.slice(at)]
}

const stub = createStubs('favoriteOrder')

export const favoriteOrderMachine = setup({
  types: {} as {
    context: FavoriteOrderContext
    events: FavoriteOrderEvent
    tags: FavoriteOrderTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Sends `drag.over` while the pointer moves over the cards, then `drag.drop`, or `drag.cancel` after Escape. */
    watchDrag: stub.callback<FavoriteOrderEvent>('watchDrag'),
  },
  actions: {
    setSlugs: assign((_, { slugs }: { slugs: readonly string[] }) => ({ slugs, moved: '', before: [] })),
    moveCard: assign(({ context: { slugs } }, { slug, by }: { slug: string; by: -1 | 1 }) => ({
      slugs: withPlace(slugs, slug, slugs.indexOf(slug) + by),
      moved: slug,
    })),
    setDragged: assign(({ context: { slugs } }, { slug }: { slug: string }) => ({ moved: slug, before: slugs })),
    moveDragged: assign(({ context: { slugs, moved } }, { at }: { at: number }) => ({
      slugs: withPlace(slugs, moved, at),
    })),
    restore: assign(({ context: { before } }) => ({ slugs: before, moved: '', before: [] })),
    clearBefore: assign({ before: [] }),
    /** Stores the order, which every list of favorites then has. */
    saveOrder: (_, _params: { slugs: readonly string[] }) => stub.action('saveOrder')(),
  },
  guards: {
    hasSeveral: (_, { slugs }: { slugs: readonly string[] }) => slugs.length > 1,
    canMove: ({ context: { slugs } }, { slug, by }: { slug: string; by: -1 | 1 }) =>
      slugs.includes(slug) && slugs[slugs.indexOf(slug) + by] !== undefined,
    isListed: ({ context: { slugs } }, { slug }: { slug: string }) => slugs.includes(slug),
    isOtherPlace: ({ context: { slugs, moved } }, { at }: { at: number }) =>
      slugs[at] !== undefined && slugs[at] !== moved,
  },
}).createMachine({
  id: 'favoriteOrder',
  context: { slugs: [], moved: '', before: [] },
  initial: 'resting',
  states: {
    resting: {
      description: 'The favorites are shown in their order.',
      meta: { requirement: 'favorites.order' },
      on: {
        'order.start': {
          guard: { type: 'hasSeveral', params: ({ event }) => event },
          target: 'arranging',
          actions: { type: 'setSlugs', params: ({ event }) => event },
        },
      },
    },
    arranging: {
      description: 'The cards can be moved.',
      tags: ['arranging'],
      initial: 'idle',
      states: {
        idle: {
          description: 'Each card has buttons that move it one place, and can be dragged. Every move is stored.',
          meta: { requirement: ['favorites.order', 'favorites.orderStored'] },
          on: {
            'order.finish': '#favoriteOrder.resting',
            'card.move': {
              guard: { type: 'canMove', params: ({ event }) => event },
              actions: [
                { type: 'moveCard', params: ({ event }) => event },
                { type: 'saveOrder', params: ({ context: { slugs } }) => ({ slugs }) },
              ],
            },
            'drag.start': {
              guard: { type: 'isListed', params: ({ event }) => event },
              target: 'dragging',
              actions: { type: 'setDragged', params: ({ event }) => event },
            },
          },
        },
        dragging: {
          description: 'A card follows the pointer. The others make room for it.',
          meta: { requirement: 'favorites.order' },
          invoke: { id: 'watchDrag', src: 'watchDrag' },
          on: {
            'drag.over': {
              guard: { type: 'isOtherPlace', params: ({ event }) => event },
              actions: { type: 'moveDragged', params: ({ event }) => event },
            },
            'drag.drop': {
              target: 'idle',
              actions: ['clearBefore', { type: 'saveOrder', params: ({ context: { slugs } }) => ({ slugs }) }],
            },
            'drag.cancel': { target: 'idle', actions: 'restore' },
          },
        },
      },
    },
  },
})
