/**
 * favorites: the favorite channels of the user. A change is shown at once and undone if the host does not accept it.
 *
 *   idle ──star.toggle──▶ saving ──▶ idle      one change at a time, in the order of the clicks
 */
import { assign, setup } from 'xstate'
import { messageOf } from './messageOf.ts'
import { createStubs } from './stub.ts'

export type FavoriteChange = { slug: string; starred: boolean }

/**
 * `slugs` is the list of the host, newest first; undefined before it is loaded. `changes` are not confirmed yet; the
 * first one is being saved. `failures` are the changes that were undone, at most one for each channel.
 */
export type FavoritesContext = {
  slugs: readonly string[] | undefined
  changes: readonly FavoriteChange[]
  failures: readonly (FavoriteChange & { message: string })[]
}

export type FavoritesEvent =
  | { type: 'star.toggle'; slug: string }
  | { type: 'failure.dismiss'; slug: string }
  | { type: 'list.loaded'; slugs: readonly string[] }
  /** The user signed out, or another one signed in. */
  | { type: 'list.cleared' }

export type FavoriteResult = { kind: 'granted' } | { kind: 'refused'; message: string }

/** Whether the star of a channel is filled: by the last pending change, else by the list of the host. */
export const isStarred = ({ slugs, changes }: Pick<FavoritesContext, 'slugs' | 'changes'>, slug: string): boolean =>
  changes.findLast((change) => change.slug === slug)?.starred ?? slugs?.includes(slug) ?? false

const isOther =
  (slug: string) =>
  (change: FavoriteChange): boolean =>
    change.slug !== slug

const stub = createStubs('favorites')

export const favoritesMachine = setup({
  types: {} as {
    context: FavoritesContext
    events: FavoritesEvent
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    /** Sends `list.loaded` whenever the list of the host is read or changed, and `list.cleared`. */
    watchFavorites: stub.callback<FavoritesEvent>('watchFavorites'),
    /** Saves the first change. */
    saveFavorite: stub.promise<FavoriteResult, { changes: readonly FavoriteChange[] }>('saveFavorite'),
  },
  actions: {
    setSlugs: assign(({ context: { failures } }, { slugs }: { slugs: readonly string[] }) => ({
      slugs,
      failures: failures.filter(({ slug, starred }) => slugs.includes(slug) !== starred),
    })),
    /** A second press cancels a change that is still waiting. */
    addChange: assign(({ context }, { slug }: { slug: string }) => {
      const [current, ...waiting] = context.changes
      const others = waiting.filter(isOther(slug))
      const added = others.length < waiting.length ? [] : [{ slug, starred: !isStarred(context, slug) }]
      return {
        changes: [...(current ? [current] : []), ...others, ...added],
        failures: context.failures.filter(isOther(slug)),
      }
    }),
    confirmChange: assign(({ context: { slugs = [], changes } }) => {
      const [saved, ...waiting] = changes
      if (!saved || slugs.includes(saved.slug) === saved.starred) return { slugs, changes: waiting }
      const others = slugs.filter((slug) => slug !== saved.slug)
      return { slugs: saved.starred ? [saved.slug, ...others] : others, changes: waiting }
    }),
    /** Later changes of the same channel are dropped with the one that failed. */
    setFailure: assign(({ context: { changes, failures } }, { message }: { message: string }) => {
      const [failed, ...waiting] = changes
      return failed
        ? { changes: waiting.filter(isOther(failed.slug)), failures: [...failures, { ...failed, message }] }
        : {}
    }),
    clearFailure: assign(({ context }, { slug }: { slug: string }) => ({
      failures: context.failures.filter(isOther(slug)),
    })),
    clearAll: assign({ slugs: undefined, changes: [], failures: [] }),
  },
  guards: {
    hasChanges: ({ context }) => context.changes.length > 0,
    wasRefused: (_, { kind }: FavoriteResult) => kind === 'refused',
  },
}).createMachine({
  id: 'favorites',
  context: { slugs: undefined, changes: [], failures: [] },
  invoke: { id: 'watchFavorites', src: 'watchFavorites' },
  initial: 'idle',
  on: {
    'star.toggle': { actions: { type: 'addChange', params: ({ event }) => event } },
    'failure.dismiss': { actions: { type: 'clearFailure', params: ({ event }) => event } },
    'list.loaded': { actions: { type: 'setSlugs', params: ({ event }) => event } },
    'list.cleared': { target: '.idle', actions: 'clearAll' },
  },
  states: {
    idle: {
      description: 'Every change is saved.',
      meta: { requirement: 'favorites.toggle' },
      always: { guard: 'hasChanges', target: 'saving' },
    },
    saving: {
      description: 'A change is being saved. The page shows it already; further changes wait.',
      meta: { requirement: 'favorites.toggle' },
      invoke: {
        id: 'saveFavorite',
        src: 'saveFavorite',
        input: ({ context }) => ({ changes: context.changes }),
        onDone: [
          {
            guard: { type: 'wasRefused', params: ({ event }) => event.output },
            target: 'idle',
            actions: {
              type: 'setFailure',
              params: ({ event }) => ({ message: event.output.kind === 'refused' ? event.output.message : '' }),
            },
          },
          { target: 'idle', actions: 'confirmChange' },
        ],
        onError: {
          target: 'idle',
          actions: {
            type: 'setFailure',
            params: ({ event: { error } }) => ({
              message: messageOf(error),
            }),
          },
        },
      },
    },
  },
})
