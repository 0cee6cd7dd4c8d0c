import { favouriteUndoMachine } from '../../machines/favouriteUndo.ts'
import { createModel } from '../paths/model.ts'

export default createModel({
  machine: favouriteUndoMachine,
  inputs: { 'the favourites': undefined },
  events: {
    'undo.press': { '': {} },
    'notice.dismiss': { '': {} },
    'favourite.removed': { 'one channel': { slug: 'longitude' }, 'another one': { slug: 'rotunda' } },
    'favourite.returned': { 'one channel': { slug: 'longitude' }, 'another one': { slug: 'rotunda' } },
  },
  outcomes: {
    addFavourite: {
      done: { granted: { kind: 'granted' }, refused: { kind: 'refused', message: 'You may keep no more favourites.' } },
      error: { unreachable: { message: 'no line' } },
    },
    watchFavourites: { error: 'never', done: 'never' },
  },
  stateKey: ({ context }) => context.slug,
  invariants: {
    'what is offered has left': (snapshot) => snapshot.hasTag('notice') === (snapshot.context.slug !== ''),
    'what could not be brought back says why': (snapshot) =>
      snapshot.matches('notRestored') === (snapshot.context.message !== ''),
  },
  texts: {
    events: {
      'undo.press': 'Press Undo',
      'notice.dismiss': 'Close the message',
      'favourite.removed / one channel': 'Take the star off Longitude',
      'favourite.removed / another one': 'Take the star off Rotunda',
      'favourite.returned / one channel': 'Star Longitude elsewhere',
      'favourite.returned / another one': 'Star Rotunda elsewhere',
    },
    outcomes: {
      'addFavourite done / granted': 'The host keeps the favourite',
      'addFavourite done / refused': 'The host refuses the favourite',
      'addFavourite error / unreachable': 'The line to the host is cut',
    },
  },
  manual: {
    starts: { '': { as: 'member', before: 'At `/`, star Longitude and Rotunda.', open: '/favourites' } },
    calls: { addFavourite: 'PUT /wp-json/channel/v2/favourites/{slug}' },
    causedBy: {
      'favourite.returned': { not: 'A card is there once; a star of another tab is seen when the list is read again.' },
    },
  },
})
