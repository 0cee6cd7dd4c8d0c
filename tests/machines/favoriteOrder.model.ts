import { favoriteOrderMachine } from '../../machines/favoriteOrder.ts'
import { createModel } from '../paths/model.ts'

const three = ['harbor-one', 'longitude', 'rotunda']

export default createModel({
  machine: favoriteOrderMachine,
  inputs: { 'the favorites': undefined },
  events: {
    'order.start': { 'three favorites': { slugs: three }, 'one favorite': { slugs: ['harbor-one'] } },
    'order.finish': 'Press Done.',
    'card.move': {
      'Longitude earlier': { slug: 'longitude', by: -1 },
      'Longitude later': { slug: 'longitude', by: 1 },
    },
    'drag.start': { Longitude: { slug: 'longitude' }, 'a channel that is gone': { slug: 'gone' } },
    'drag.over': { 'the first place': { at: 0 }, 'the last place': { at: 2 }, 'no place': { at: 3 } },
    'drag.drop': 'Let the pointer go.',
    'drag.cancel': 'Press Escape.',
  },
  outcomes: { watchDrag: { error: 'never', done: 'never' } },
  stateKey: ({ context }) => [context.slugs, context.before],
  invariants: {
    'no channel is lost or added': ({ context: { slugs } }) =>
      slugs.length < 3 || [...slugs].sort().join() === three.join(),
    'there is an order to go back to only during a drag': (snapshot) =>
      snapshot.matches({ arranging: 'dragging' }) === snapshot.context.before.length > 0,
    'more than one channel is arranged': (snapshot) =>
      !snapshot.hasTag('arranging') || snapshot.context.slugs.length > 1,
  },
  texts: {
    events: {
      'order.start / three favorites': 'Press “Change order”.',
      'order.start / one favorite': 'Look for “Change order” with a single favorite.',
      'card.move / Longitude earlier': 'Press “Move Longitude earlier”.',
      'card.move / Longitude later': 'Press “Move Longitude later”.',
      'drag.start / Longitude': 'Press the pointer on the handle of Longitude and hold it.',
      'drag.start / a channel that is gone': 'Drag a channel that is no favorite any more.',
      'drag.over / the first place': 'Move the pointer over the first card.',
      'drag.over / the last place': 'Move the pointer over the last card.',
      'drag.over / no place': 'Move the pointer below the cards.',
    },
  },
  manual: {
    starts: {
      '': {
        as: 'member',
        before: 'Leave Harbor One, Longitude and Rotunda as the only favorites, in this order.',
        open: '/favourites',
      },
    },
    causedBy: {
      'order.start / one favorite': { impossible: 'The button is missing with a single favorite.' },
      'drag.start / a channel that is gone': { impossible: 'A channel that is no favorite has no card.' },
      'drag.over / no place': { do: 'Move the pointer below the last card: no card moves.' },
    },
  },
})
