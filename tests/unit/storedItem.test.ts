// @vitest-environment node
import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { createStoredItem } from '../../src/platform/storedItem.ts'
import { createFakeStorage, deniedStorage } from './fakeStorage.ts'

const schema = v.object({ volume: v.number() })

describe('a stored item', () => {
  it('is read as it was stored, without fields that the schema does not name', () => {
    const storage = createFakeStorage()
    const item = createStoredItem(() => storage, 'a', schema)
    expect(item.get()).toBeUndefined()
    const value = { volume: 1, card: '4242' }
    expect(item.set(value)).toBe(true)
    expect(storage.items.get('a')).toBe('{"volume":1}')
    expect(item.get()).toEqual({ volume: 1 })
    item.remove()
    expect(storage.items.size).toBe(0)
  })

  it.each(['', '{', 'null', '[]', '{"volume":"loud"}'])('is removed when it is damaged (%j)', (text) => {
    const storage = createFakeStorage({ a: text, b: '1' })
    expect(createStoredItem(() => storage, 'a', schema).get()).toBeUndefined()
    expect([...storage.items.keys()]).toEqual(['b'])
  })

  it('reports that storage did not store it', () => {
    const full = {
      ...createFakeStorage(),
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError')
      },
    }
    expect(createStoredItem(() => full, 'a', schema).set({ volume: 1 })).toBe(false)
    const ignoring = { ...createFakeStorage(), setItem: () => undefined }
    expect(createStoredItem(() => ignoring, 'a', schema).set({ volume: 1 })).toBe(false)
  })

  it('does not throw when storage is denied', () => {
    const item = createStoredItem(deniedStorage, 'a', schema)
    expect(item.get()).toBeUndefined()
    expect(item.set({ volume: 1 })).toBe(false)
    expect(() => item.remove()).not.toThrow()
  })
})
