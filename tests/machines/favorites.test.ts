import { expect, it } from 'vitest'
import { favoritesMachine, isStarred } from '../../machines/favorites.ts'
import { done, errored, testExamples } from './runEvents.ts'

const star = (slug: string) => ({ type: 'star.toggle', slug })
const loaded = (...slugs: string[]) => ({ type: 'list.loaded', slugs })
const saved = done('saveFavorite', { kind: 'granted' })
const added = (slug: string) => ({ slug, starred: true })

testExamples(favoritesMachine, {
  'saves a new favorite': {
    when: [loaded('longitude'), star('harbor-one')],
    state: 'saving',
    shows: { changes: [added('harbor-one')] },
    starts: [['saveFavorite', { changes: [added('harbor-one')] }]],
  },
  'puts a saved favorite first': {
    when: [loaded('longitude'), star('harbor-one'), saved],
    state: 'idle',
    shows: { slugs: ['harbor-one', 'longitude'], changes: [] },
  },
  'removes a favorite': {
    when: [loaded('longitude', 'harbor-one'), star('longitude'), saved],
    state: 'idle',
    shows: { slugs: ['harbor-one'], changes: [] },
  },
  'keeps the order of a list that has the new favorite already': {
    when: [loaded('longitude'), star('harbor-one'), loaded('longitude', 'harbor-one'), saved],
    state: 'idle',
    shows: { slugs: ['longitude', 'harbor-one'] },
  },
  'saves one change at a time, in the order of the clicks': {
    when: [loaded(), star('harbor-one'), star('longitude'), saved],
    state: 'saving',
    starts: [['saveFavorite', { changes: [added('longitude')] }]],
  },
  'drops a waiting change on a second press': {
    when: [loaded(), star('harbor-one'), star('longitude'), star('longitude')],
    state: 'saving',
    shows: { changes: [added('harbor-one')] },
  },
  'undoes a refused change and shows the reason under its star': {
    requirement: 'favorites.toggle',
    when: [loaded(), star('harbor-one'), done('saveFavorite', { kind: 'refused', message: 'You have 100 favorites.' })],
    state: 'idle',
    shows: {
      slugs: [],
      changes: [],
      failures: [{ slug: 'harbor-one', starred: true, message: 'You have 100 favorites.' }],
    },
  },
  'undoes a change without a response, and later changes of the same channel': {
    when: [
      loaded(),
      star('harbor-one'),
      star('harbor-one'),
      errored('saveFavorite', new Error('Statecast isn’t responding.')),
    ],
    state: 'idle',
    shows: {
      changes: [],
      failures: [{ slug: 'harbor-one', starred: true, message: 'Statecast isn’t responding.' }],
    },
  },
  'forgets everything when the user signs out': {
    when: [loaded('longitude'), star('harbor-one'), { type: 'list.cleared' }],
    state: 'idle',
    shows: { slugs: undefined, changes: [], failures: [] },
  },
})

it.each([
  ['before the list is loaded', { slugs: undefined, changes: [] }, false],
  ['of a channel in the list', { slugs: ['longitude'], changes: [] }, true],
  [
    'of a channel that is being removed',
    { slugs: ['longitude'], changes: [{ slug: 'longitude', starred: false }] },
    false,
  ],
  [
    'of a channel that is added again',
    { slugs: [], changes: [{ slug: 'longitude', starred: false }, added('longitude')] },
    true,
  ],
])('the star %s', (_, context, starred) => {
  expect(isStarred(context, 'longitude')).toBe(starred)
})
