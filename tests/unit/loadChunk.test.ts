import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadChunk, loadOnce } from '../../src/platform/loadChunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A chunk whose request is pending until `fail`. */
function loadPending() {
  let fail: (error: Error) => void = () => undefined
  const outcomes: string[] = []
  loadChunk(() => new Promise<string>((_, reject) => void (fail = reject))).then(
    (chunk) => outcomes.push(chunk),
    (error: unknown) => outcomes.push(String(error)),
  )
  return { outcomes, fail: () => fail(new TypeError('canceled')) }
}

const dispatch = (type: string) => void window.dispatchEvent(new Event(type))
const settle = () => vi.advanceTimersByTimeAsync(0)

it('returns the chunk', async () => {
  expect(await loadChunk(() => Promise.resolve('chunk'))).toBe('chunk')
})

it('rejects at once if the page stays', async () => {
  const { outcomes, fail } = loadPending()
  fail()
  await settle()
  expect(outcomes).toEqual(['TypeError: canceled'])
})

it.each([
  ['the browser returns to the page', async () => dispatch('pageshow')],
  ['the page is not left, as after a download', () => vi.advanceTimersByTimeAsync(10_000)],
])('does not reject while the page is being left, until %s', async (_, stay) => {
  const { outcomes, fail } = loadPending()
  dispatch('beforeunload')
  fail()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(outcomes).toEqual([])
  await stay()
  await settle()
  expect(outcomes).toEqual(['TypeError: canceled'])
})

it('listens only while it loads', async () => {
  const listeners = new Set<unknown>()
  vi.spyOn(window, 'addEventListener').mockImplementation((_, listener) => void listeners.add(listener))
  vi.spyOn(window, 'removeEventListener').mockImplementation((_, listener) => void listeners.delete(listener))
  const { fail } = loadPending()
  expect(listeners.size).toBe(1)
  fail()
  await settle()
  expect(listeners.size).toBe(0)
  vi.restoreAllMocks()
})

it('loads a chunk once, and again after a failure', async () => {
  const load = vi.fn(() => Promise.resolve('chunk'))
  load.mockRejectedValueOnce(new TypeError('offline'))
  const loadCode = loadOnce(load)
  await expect(loadCode()).rejects.toThrow('offline')
  const loaded = loadCode()
  expect(loadCode()).toBe(loaded)
  expect(await loaded).toBe('chunk')
  expect(load).toHaveBeenCalledTimes(2)
})
