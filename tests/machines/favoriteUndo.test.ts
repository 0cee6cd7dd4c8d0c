import { favoriteUndoMachine } from '../../machines/favoriteUndo.ts'
import { done, errored, testExamples } from './runEvents.ts'

const removed = (slug: string) => ({ type: 'favorite.removed', slug })
const undo = { type: 'undo.press' }

testExamples(favoriteUndoMachine, {
  'offers to restore the channel that was removed last': {
    when: [removed('longitude'), removed('harbor-one')],
    state: 'offered',
    shows: { slug: 'harbor-one', message: '' },
    tags: ['notice'],
  },
  'restores it': {
    requirement: 'favorites.undo',
    when: [removed('longitude'), undo],
    state: 'restoring',
    starts: [['restoreFavorite', { slug: 'longitude' }]],
    tags: ['notice', 'busy'],
  },
  'confirms that it is restored': {
    when: [removed('longitude'), undo, done('restoreFavorite', { kind: 'granted' })],
    state: 'restored',
    shows: { message: '' },
  },
  'shows why it could not be restored': {
    when: [
      removed('longitude'),
      undo,
      done('restoreFavorite', { kind: 'refused', message: 'You have 100 favorites.' }),
    ],
    state: 'failed',
    shows: { slug: 'longitude', message: 'You have 100 favorites.' },
  },
  'can be pressed again when the host was unreachable': {
    when: [removed('longitude'), undo, errored('restoreFavorite', new Error('Statecast isn’t responding.')), undo],
    state: 'restoring',
    shows: { message: '' },
    starts: [['restoreFavorite', { slug: 'longitude' }]],
  },
  'withdraws the offer if the channel is starred elsewhere': {
    when: [removed('longitude'), { type: 'favorite.returned', slug: 'longitude' }],
    state: 'idle',
    shows: { slug: '', message: '' },
    tags: [],
  },
  'keeps the offer if another channel is starred': {
    when: [removed('longitude'), { type: 'favorite.returned', slug: 'harbor-one' }],
    state: 'offered',
  },
  'ends when it is dismissed': {
    when: [removed('longitude'), { type: 'notice.dismiss' }],
    state: 'idle',
    shows: { slug: '' },
  },
})
