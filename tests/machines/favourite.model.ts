import { favouriteMachine } from '../../machines/favourite.ts'
import { createModel } from '../paths/model.ts'

const answers = {
  done: { granted: { kind: 'granted' }, refused: { kind: 'refused', message: 'You may keep no more favourites.' } },
  error: { unreachable: { message: 'no line' } },
} as const

export default createModel({
  machine: favouriteMachine,
  inputs: {
    'a channel that is no favourite': { slug: 'harbor-one', starred: false },
    'a favourite': { slug: 'harbor-one', starred: true },
  },
  events: {
    'star.toggle': { '': {} },
    'star.found': { '': {} },
    'star.missed': { '': {} },
    'notice.dismiss': { '': {} },
  },
  outcomes: { addFavourite: answers, removeFavourite: answers, watchFavourites: { error: 'never', done: 'never' } },
  stateKey: ({ context }) => context.starred,
  invariants: {
    'a star that turned back says why': (snapshot) => snapshot.hasTag('notice') === (snapshot.context.message !== ''),
    'a resting star is painted as it is': ({ value, context }) =>
      value === 'starred' || value === 'notRemoved'
        ? context.starred
        : value === 'plain' || value === 'notAdded'
          ? !context.starred
          : true,
  },
  texts: {
    events: {
      'star.toggle': 'Press the star of the channel.',
      'star.found': 'Star the same channel elsewhere (on its video page).',
      'star.missed': 'Take the star off the same channel elsewhere (on its video page).',
      'notice.dismiss': 'Close the message under the star.',
    },
    outcomes: {
      'addFavourite done / granted': 'The host keeps the favourite.',
      'addFavourite done / refused': 'The host refuses the favourite.',
      'addFavourite error / unreachable': 'The line to the host is cut.',
      'removeFavourite done / granted': 'The host drops the favourite.',
      'removeFavourite done / refused': 'The host refuses to drop the favourite.',
      'removeFavourite error / unreachable': 'The line to the host is cut.',
    },
  },
  manual: {
    starts: {
      'a channel that is no favourite': { as: 'member', before: 'Choose a channel without a star.', open: '/' },
      'a favourite': { as: 'member', before: 'Choose a channel with a star.', open: '/' },
    },
    calls: {
      addFavourite: 'PUT /wp-json/channel/v2/favourites/{slug}',
      removeFavourite: 'DELETE /wp-json/channel/v2/favourites/{slug}',
    },
    causedBy: {
      'star.found': { not: 'A card is there once; a star of another tab is seen when the list is read again.' },
      'star.missed': { not: 'A card is there once; a star of another tab is seen when the list is read again.' },
    },
  },
})
