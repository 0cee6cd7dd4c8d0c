import { favoriteUndoMachine } from '../../machines/favoriteUndo.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: favoriteUndoMachine,
  inputs: { 'the favorites': undefined },
  events: {
    'undo.press': 'Press Undo',
    'notice.dismiss': 'Close the message',
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
    'every failure has a message': (snapshot) => snapshot.matches('failed') === (snapshot.context.message !== ''),
  },
  texts: {
    events: {
      'favorite.removed / one channel': 'Remove the star of Longitude',
      'favorite.removed / another one': 'Remove the star of Rotunda',
      'favorite.returned / one channel': 'Star Longitude on another screen',
      'favorite.returned / another one': 'Star Rotunda elsewhere',
    },
    outcomes: {
      'restoreFavorite done / granted': 'The host saves the favorite',
      'restoreFavorite done / refused': 'The host refuses the favorite',
    },
  },
  manual: {
    starts: { '': { as: 'member', before: 'At `/`, star Longitude and Rotunda.', open: '/favourites' } },
    calls: { restoreFavorite: 'PUT /wp-json/channel/v2/favourites/{slug}' },
    causedBy: {
      'favorite.returned': {
        impossible:
          'The screen has one card per channel. A change in another tab is shown only when the list is loaded again.',
      },
    },
  },
})
