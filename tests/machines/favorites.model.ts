import { favoritesMachine } from '../../machines/favorites.ts'
import { createModel } from '../paths/model.ts'

const channels = { 'Harbor One': { slug: 'harbor-one' }, Longitude: { slug: 'longitude' } }

export default createModel({
  machine: favoritesMachine,
  inputs: { 'no favorites': undefined },
  events: {
    'star.toggle': channels,
    'failure.dismiss': channels,
    'list.loaded': { 'with Harbor One': { slugs: ['harbor-one'] }, empty: { slugs: [] } },
    'list.cleared': 'The user signs out.',
  },
  outcomes: {
    saveFavorite: {
      done: { granted: { kind: 'granted' }, refused: { kind: 'refused', message: 'You can’t save more favorites.' } },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    watchFavorites: { done: 'never', error: 'never' },
  },
  stateKey: ({ context: { slugs, changes, failures } }) => [
    [...(slugs ?? [])].sort(),
    changes,
    failures.map(({ slug, starred }) => `${slug} ${starred}`).sort(),
  ],
  invariants: {
    'every failure has a message': ({ context }) => context.failures.every(({ message }) => message !== ''),
    'a channel has at most one failure, and none during a pending change': ({ context: { failures, changes } }) =>
      failures.every(
        ({ slug }, at) =>
          failures.findIndex((failure) => failure.slug === slug) === at &&
          !changes.some((change) => change.slug === slug),
      ),
    'a channel has at most one pending change': ({ context: { changes } }) => {
      const waiting = changes.slice(1).map(({ slug }) => slug)
      return new Set(waiting).size === waiting.length
    },
    'changes are saved': (snapshot) => snapshot.matches('saving') === snapshot.context.changes.length > 0,
    'no channel is listed twice': ({ context: { slugs = [] } }) => new Set(slugs).size === slugs.length,
  },
  texts: {
    events: {
      'star.toggle / Harbor One': 'Press the star of Harbor One.',
      'star.toggle / Longitude': 'Press the star of Longitude.',
      'failure.dismiss / Harbor One': 'Close the message under the star of Harbor One.',
      'failure.dismiss / Longitude': 'Close the message under the star of Longitude.',
      'list.loaded': 'The list of favorites is read again.',
    },
    outcomes: {
      'saveFavorite done / granted': 'The host saves the change.',
      'saveFavorite done / refused': 'The host refuses the change.',
    },
  },
  manual: {
    starts: { '': { as: 'member', before: 'At `/`, remove the stars of Harbor One and Longitude.', open: '/' } },
    calls: { saveFavorite: 'PUT /wp-json/channel/v2/favourites/{slug}' },
    causedBy: {
      'list.loaded': { impossible: 'The list is loaded again when a program ends, independently of the tester.' },
      'list.cleared': { impossible: 'Signing out leaves the screen.' },
    },
  },
})
