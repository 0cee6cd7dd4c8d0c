/**
 * favoriteUndo: offers to restore a channel that was removed from the favorites, until the offer is dismissed.
 *
 *   idle ──favorite.removed──▶ offered ──undo.press──▶ restoring ──▶ restored
 *    ▲                            │  ▲                      └──▶ failed ──undo.press──▶ restoring
 *    └──notice.dismiss────────────┘  └──favorite.removed (another channel), unless busy
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { createStubs } from './stub.ts'
import { type FavoriteResult } from './favorites.ts'

/** `slug` is the removed channel, '' without one. `message` is the reason why it could not be restored. */
export type FavoriteUndoContext = { slug: string; message: string }

export type FavoriteUndoEvent =
  | { type: 'undo.press' }
  | { type: 'notice.dismiss' }
  /** The list of favorites changed, on this screen or elsewhere. */
  | { type: 'favorite.removed'; slug: string }
  | { type: 'favorite.returned'; slug: string }

/** `notice`: the offer or its result is visible. `busy`: the channel is being restored. */
export type FavoriteUndoTag = 'notice' | 'busy'

const stub = createStubs('favoriteUndo')

export const favoriteUndoMachine = setup({
  types: {} as {
    context: FavoriteUndoContext
    events: FavoriteUndoEvent
    tags: FavoriteUndoTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Sends `favorite.removed` and `favorite.returned` for each change of the list. */
    watchFavorites: stub.callback<FavoriteUndoEvent>('watchFavorites'),
    restoreFavorite: stub.promise<FavoriteResult, { slug: string }>('restoreFavorite'),
  },
  actions: {
    setRemoved: assign((_, { slug }: { slug: string }) => ({ slug, message: '' })),
    setRefusal: assign((_, result: FavoriteResult) => ({
      message: result.kind === 'refused' ? result.message : '',
    })),
    setUnreachable: assign((_, { error }: { error: unknown }) => ({
      message: messageOf(error),
    })),
    clearMessage: assign({ message: '' }),
    clear: assign({ slug: '', message: '' }),
  },
  guards: {
    isSame: ({ context }, { slug }: { slug: string }) => slug === context.slug,
    wasRefused: (_, { kind }: FavoriteResult) => kind === 'refused',
  },
}).createMachine({
  id: 'favoriteUndo',
  context: { slug: '', message: '' },
  invoke: { id: 'watchFavorites', src: 'watchFavorites' },
  initial: 'idle',
  states: {
    idle: {
      description: 'No favorite was removed, or the offer was dismissed.',
      entry: 'clear',
      on: {
        'favorite.removed': { target: 'offered', actions: { type: 'setRemoved', params: ({ event }) => event } },
      },
    },
    offered: {
      description: 'A channel was removed from the favorites. It can be restored.',
      meta: { requirement: 'favorites.undo' },
      tags: ['notice'],
      on: {
        'undo.press': 'restoring',
        'notice.dismiss': 'idle',
        'favorite.removed': { actions: { type: 'setRemoved', params: ({ event }) => event } },
        'favorite.returned': { guard: { type: 'isSame', params: ({ event }) => event }, target: 'idle' },
      },
    },
    restoring: {
      description: 'The channel is being added again.',
      tags: ['notice', 'busy'],
      entry: 'clearMessage',
      invoke: {
        id: 'restoreFavorite',
        src: 'restoreFavorite',
        input: ({ context: { slug } }) => ({ slug }),
        onDone: [
          {
            guard: { type: 'wasRefused', params: ({ event }) => event.output },
            target: 'failed',
            actions: { type: 'setRefusal', params: ({ event }) => event.output },
          },
          { target: 'restored' },
        ],
        onError: { target: 'failed', actions: { type: 'setUnreachable', params: ({ event }) => event } },
      },
    },
    restored: {
      description: 'The channel is a favorite again, at the top of the list.',
      tags: ['notice'],
      on: {
        'notice.dismiss': 'idle',
        'favorite.removed': { target: 'offered', actions: { type: 'setRemoved', params: ({ event }) => event } },
      },
    },
    failed: {
      description: 'The host did not restore the channel. The notice shows the reason, and Undo can be pressed again.',
      meta: { requirement: 'favorites.undo' },
      tags: ['notice'],
      on: {
        'undo.press': 'restoring',
        'notice.dismiss': 'idle',
        'favorite.removed': { target: 'offered', actions: { type: 'setRemoved', params: ({ event }) => event } },
        'favorite.returned': {
          guard: { type: 'isSame', params: ({ event }) => event },
          target: 'restored',
          actions: 'clearMessage',
        },
      },
    },
  },
})
