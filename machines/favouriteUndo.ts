/**
 * favouriteUndo: a channel that has left the favourites can be brought back, for as long as nobody turns that down.
 *
 *   idle ──favourite.removed──▶ offered ──undo.press──▶ restoring ──▶ restored
 *    ▲                            │  ▲                      └──▶ notRestored ──undo.press──▶ restoring
 *    └──notice.dismiss────────────┘  └──favourite.removed (the next one) from wherever nothing is under way
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate'
import { type FavouriteAnswer } from './favourite.ts'

/** `slug` is the channel that has left, '' before there is one; `message` why it could not be brought back. */
export type FavouriteUndoContext = { slug: string; message: string }

export type FavouriteUndoEvent =
  | { type: 'undo.press' }
  | { type: 'notice.dismiss' }
  /** What the shared list of favourites has lost or gained, on this screen or on another. */
  | { type: 'favourite.removed'; slug: string }
  | { type: 'favourite.returned'; slug: string }

/** `notice`: there is something to say. `busy`: the host is being told. */
export type FavouriteUndoTag = 'notice' | 'busy'

export const favouriteUndoMachine = setup({
  types: {} as {
    context: FavouriteUndoContext
    events: FavouriteUndoEvent
    tags: FavouriteUndoTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Says `favourite.removed` and `favourite.returned` for each change of the shared list of favourites. */
    watchFavourites: fromCallback<FavouriteUndoEvent>(() => {
      throw new Error('favouriteUndo: provide watchFavourites')
    }),
    addFavourite: fromPromise<FavouriteAnswer, { slug: string }>(() => {
      throw new Error('favouriteUndo: provide addFavourite')
    }),
  },
  actions: {
    rememberGone: assign((_, { slug }: { slug: string }) => ({ slug, message: '' })),
    rememberRefusal: assign((_, answer: FavouriteAnswer) => ({
      message: answer.kind === 'refused' ? answer.message : '',
    })),
    rememberLoss: assign({ message: 'No answer. Check your connection and try again.' }),
    forgetMessage: assign({ message: '' }),
    forget: assign({ slug: '', message: '' }),
  },
  guards: {
    isGone: ({ context }, { slug }: { slug: string }) => slug === context.slug,
    wasRefused: (_, { kind }: FavouriteAnswer) => kind === 'refused',
  },
}).createMachine({
  id: 'favouriteUndo',
  context: { slug: '', message: '' },
  invoke: { id: 'watchFavourites', src: 'watchFavourites' },
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing has left the list, or nobody wants it back.',
      entry: 'forget',
      on: {
        'favourite.removed': { target: 'offered', actions: { type: 'rememberGone', params: ({ event }) => event } },
      },
    },
    offered: {
      description: 'A channel has left the favourites; it can be brought back.',
      meta: { requirement: 'favourites.undo' },
      tags: ['notice'],
      on: {
        'undo.press': 'restoring',
        'notice.dismiss': 'idle',
        'favourite.removed': { actions: { type: 'rememberGone', params: ({ event }) => event } },
        'favourite.returned': { guard: { type: 'isGone', params: ({ event }) => event }, target: 'idle' },
      },
    },
    restoring: {
      description: 'The host is told that it is a favourite again.',
      tags: ['notice', 'busy'],
      entry: 'forgetMessage',
      invoke: {
        id: 'addFavourite',
        src: 'addFavourite',
        input: ({ context: { slug } }) => ({ slug }),
        onDone: [
          {
            guard: { type: 'wasRefused', params: ({ event }) => event.output },
            target: 'notRestored',
            actions: { type: 'rememberRefusal', params: ({ event }) => event.output },
          },
          { target: 'restored' },
        ],
        onError: { target: 'notRestored', actions: 'rememberLoss' },
      },
    },
    restored: {
      description: 'It is a favourite again, the newest one.',
      tags: ['notice'],
      on: {
        'notice.dismiss': 'idle',
        'favourite.removed': { target: 'offered', actions: { type: 'rememberGone', params: ({ event }) => event } },
      },
    },
    notRestored: {
      description: 'The host did not take it; why, and Undo once more.',
      meta: { requirement: 'favourites.undo' },
      tags: ['notice'],
      on: {
        'undo.press': 'restoring',
        'notice.dismiss': 'idle',
        'favourite.removed': { target: 'offered', actions: { type: 'rememberGone', params: ({ event }) => event } },
        'favourite.returned': {
          guard: { type: 'isGone', params: ({ event }) => event },
          target: 'restored',
          actions: 'forgetMessage',
        },
      },
    },
  },
})
