/**
 * favourite: one channel's star. It turns at once, the host is told, and it turns back with a word if that fails.
 *
 *   plain ──star.toggle──▶ adding ──▶ starred ──star.toggle──▶ removing ──▶ plain
 *                            └──▶ notAdded                        └──▶ notRemoved
 *
 * A press while the host is being told is not lost: the star turns again, and the host is told that afterwards.
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate'

export type FavouriteInput = { slug: string; starred: boolean }

/** `starred` is how the star is painted, which is what was wished last; `message` why it turned back. */
export type FavouriteContext = { slug: string; starred: boolean; message: string }

export type FavouriteEvent =
  | { type: 'star.toggle' }
  | { type: 'notice.dismiss' }
  /** What the shared list of favourites says now; another screen or card may have changed it. */
  | { type: 'star.found' }
  | { type: 'star.missed' }

/** `notice`: there is something to say. `busy`: the host is being told. */
export type FavouriteTag = 'notice' | 'busy'

export type FavouriteAnswer = { kind: 'granted' } | { kind: 'refused'; message: string }

export const favouriteMachine = setup({
  types: {} as {
    input: FavouriteInput
    context: FavouriteContext
    events: FavouriteEvent
    tags: FavouriteTag
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    addFavourite: fromPromise<FavouriteAnswer, { slug: string }>(() => {
      throw new Error('favourite: provide addFavourite')
    }),
    removeFavourite: fromPromise<FavouriteAnswer, { slug: string }>(() => {
      throw new Error('favourite: provide removeFavourite')
    }),
    /** Says `star.found` or `star.missed` whenever the shared list of favourites changes. */
    watchFavourites: fromCallback<FavouriteEvent, { slug: string }>(() => {
      throw new Error('favourite: provide watchFavourites')
    }),
  },
  actions: {
    paintStarred: assign({ starred: true }),
    paintPlain: assign({ starred: false }),
    rememberRefusal: assign((_, { answer }: { answer: FavouriteAnswer }) => ({
      message: answer.kind === 'refused' ? answer.message : '',
    })),
    rememberLoss: assign({ message: 'No answer. Check your connection and try again.' }),
    forgetMessage: assign({ message: '' }),
  },
  guards: {
    isStarred: ({ context }) => context.starred,
    isPlain: ({ context }) => !context.starred,
    wasRefused: (_, { answer }: { answer: FavouriteAnswer }) => answer.kind === 'refused',
  },
}).createMachine({
  id: 'favourite',
  context: ({ input }) => ({ slug: input.slug, starred: input.starred, message: '' }),
  invoke: { id: 'watchFavourites', src: 'watchFavourites', input: ({ context }) => ({ slug: context.slug }) },
  initial: 'opening',
  states: {
    opening: {
      description: 'The list that the card stands in tells how the star begins.',
      always: [{ guard: 'isStarred', target: 'starred' }, { target: 'plain' }],
    },
    plain: {
      description: 'Not a favourite.',
      on: {
        'star.toggle': { target: 'adding', actions: 'paintStarred' },
        'star.found': { target: 'starred', actions: 'paintStarred' },
      },
    },
    starred: {
      description: 'A favourite.',
      on: {
        'star.toggle': { target: 'removing', actions: 'paintPlain' },
        'star.missed': { target: 'plain', actions: 'paintPlain' },
      },
    },
    adding: {
      description: 'The star is full already and the host is told. A further press waits for the answer.',
      meta: { requirement: 'favourites.star' },
      tags: ['busy'],
      entry: 'forgetMessage',
      invoke: {
        id: 'addFavourite',
        src: 'addFavourite',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          {
            guard: { type: 'wasRefused', params: ({ event }) => ({ answer: event.output }) },
            target: 'notAdded',
            actions: [{ type: 'rememberRefusal', params: ({ event }) => ({ answer: event.output }) }, 'paintPlain'],
          },
          { guard: 'isPlain', target: 'removing' },
          { target: 'starred' },
        ],
        onError: { target: 'notAdded', actions: ['rememberLoss', 'paintPlain'] },
      },
      on: {
        'star.toggle': [{ guard: 'isStarred', actions: 'paintPlain' }, { actions: 'paintStarred' }],
      },
    },
    notAdded: {
      description: 'The host did not take it: the star is empty again, and a word says why.',
      meta: { requirement: 'favourites.star' },
      tags: ['notice'],
      on: {
        'star.toggle': { target: 'adding', actions: 'paintStarred' },
        'star.found': { target: 'starred', actions: ['paintStarred', 'forgetMessage'] },
        'notice.dismiss': { target: 'plain', actions: 'forgetMessage' },
      },
    },
    removing: {
      description: 'The star is empty already and the host is told. A further press waits for the answer.',
      meta: { requirement: 'favourites.star' },
      tags: ['busy'],
      entry: 'forgetMessage',
      invoke: {
        id: 'removeFavourite',
        src: 'removeFavourite',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          {
            guard: { type: 'wasRefused', params: ({ event }) => ({ answer: event.output }) },
            target: 'notRemoved',
            actions: [{ type: 'rememberRefusal', params: ({ event }) => ({ answer: event.output }) }, 'paintStarred'],
          },
          { guard: 'isStarred', target: 'adding' },
          { target: 'plain' },
        ],
        onError: { target: 'notRemoved', actions: ['rememberLoss', 'paintStarred'] },
      },
      on: {
        'star.toggle': [{ guard: 'isStarred', actions: 'paintPlain' }, { actions: 'paintStarred' }],
      },
    },
    notRemoved: {
      description: 'The host did not take it: the star is full again, and a word says why.',
      meta: { requirement: 'favourites.star' },
      tags: ['notice'],
      on: {
        'star.toggle': { target: 'removing', actions: 'paintPlain' },
        'star.missed': { target: 'plain', actions: ['paintPlain', 'forgetMessage'] },
        'notice.dismiss': { target: 'starred', actions: 'forgetMessage' },
      },
    },
  },
})
