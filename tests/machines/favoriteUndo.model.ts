import { favoriteUndoMachine } from '../../machines/favoriteUndo.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: favoriteUndoMachine,
  inputs: { 'the favorites': undefined },
  events: {
    'undo.press': { '': {} },
    'notice.dismiss': { '': {} },
    'favorite.removed': { 'one channel': { slug: 'longitude' }, 'another one': { slug: 'rotunda' } },
    'favorite.returned': { 'one channel': { slug: 'longitude' }, 'another one': { slug: 'rotunda' } },
  },
  outcomes: {
    restoreFavorite: {
      done: { granted: { kind: 'granted' }, refused: { kind: 'refused', message: 'You can’t save more favorites.' } },
      error: { unreachable: new Error('Statecast isn’t responding. Check your connection and try again.') },
    },
    watchFavorites: { error: 'never', done: 'never' },
  },
  stateKey: ({ context }) => context.slug,
  invariants: {
    'an offer names a channel': (snapshot) => snapshot.hasTag('notice') === (snapshot.context.slug !== ''),
    'every failure has a message': (snapshot) => snapshot.matches('notRestored') === (snapshot.context.message !== ''),
  },
  texts: {
    events: {
      'undo.press': 'Press Undo',
      'notice.dismiss': 'Close the message',
      'favorite.removed / one channel': 'Remove the star of Longitude',
      'favorite.removed / another one': 'Remove the star of Rotunda',
      'favorite.returned / one channel': 'Star Longitude elsewhere',
      'favorite.returned / another one': 'Star Rotunda elsewhere',
    },
    outcomes: {
      'restoreFavorite done / granted': 'The host saves the favorite',
      'restoreFavorite done / refused': 'The host refuses the favorite',
      'restoreFavorite error / unreachable': 'The connection to the host fails',
    },
  },
  manual: {
    starts: { '': { as: 'member', before: 'At `/`, star Longitude and Rotunda.', open: '/favourites' } },
    calls: { restoreFavorite: 'PUT /wp-json/channel/v2/favourites/{slug}' },
    causedBy: {
      'favorite.returned': {
        not: 'A channel has one card; a change in another tab shows when the list is read again.',
      },
    },
  },
})
