import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLasting } from '../../../src/ui/useLasting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** `postTask` of a browser, whose delay is a timer here. */
const scheduler = {
  postTask: (task: () => void, { delay, signal }: { delay: number; signal: AbortSignal }) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        task()
        resolve()
      }, delay)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      })
    }),
}

const runFor = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it.each([
  ['timers', undefined],
  ['a scheduler', scheduler],
])('a state lasts after 100 ms, and not any more when it has ended, in a browser with %s', async (_, available) => {
  vi.stubGlobal('scheduler', available)
  const { result, rerender } = renderHook(useLasting, { initialProps: true })
  await runFor(99)
  expect(result.current).toBe(false)
  await runFor(1)
  expect(result.current).toBe(true)
  rerender(false)
  expect(result.current).toBe(false)

  rerender(true)
  await runFor(60)
  rerender(false)
  rerender(true)
  await runFor(60)
  expect(result.current, 'two states of 60 ms').toBe(false)
  await runFor(40)
  expect(result.current).toBe(true)
})
