import { expect, it } from 'vitest'
import { createFavoriteOrderStore } from '../../src/platform/favoriteOrderStore.ts'
import { createFakeStorage } from './fakeStorage.ts'

const storedIn = (text?: string) =>
  createFavoriteOrderStore(() => createFakeStorage(text === undefined ? {} : { 'statecast.favoriteOrder': text }))

it('keeps the order of the host before there is another one', () => {
  const store = storedIn()
  expect(store.hasOrder()).toBe(false)
  expect(store.sort(['rotunda', 'harbor-one'])).toEqual(['rotunda', 'harbor-one'])
})

it(
  'sorts by the stored order, with new favorites first and without those that were removed',
  { tags: 'favorites.orderStored' },
  () => {
    const store = storedIn('["longitude","gone","harbor-one"]')
    expect(store.hasOrder()).toBe(true)
    expect(store.sort(['fogline', 'rotunda', 'harbor-one', 'longitude'])).toEqual([
      'fogline',
      'rotunda',
      'longitude',
      'harbor-one',
    ])
  },
)

it.each(['{', '[1]', '"longitude"'])('drops a damaged order: %s', (text) => {
  expect(storedIn(text).sort(['rotunda', 'longitude'])).toEqual(['rotunda', 'longitude'])
})

it('tells subscribers of a new order, until they end the subscription', () => {
  const storage = createFakeStorage({})
  const store = createFavoriteOrderStore(() => storage)
  const orders: (readonly string[])[] = []
  const stop = store.subscribe(() => orders.push(store.sort(['a', 'b'])))
  store.set(['b', 'a'])
  stop()
  store.set(['a', 'b'])
  expect(orders).toEqual([['b', 'a']])
  expect([...storage.items.keys()]).toEqual(['statecast.favoriteOrder'])
})
