/**
 * A simulated clock for the delays of the machines, the timeouts of the client and the pauses of the sandbox. It jumps
 * from one timer to the next after all pending work has settled.
 */
import { syncBuiltinESMExports } from 'node:module'
import promised from 'node:timers/promises'

/** Replaces the timers of the platform until `restore`. */
export function createSimulatedTime(from: Date) {
  const timers = new Map<number, { at: number; run: () => void }>()
  let now = from.getTime()
  let last = 0
  let pausedCount = 0

  const set = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
    last += 1
    timers.set(last, { at: now + Math.max(0, ms), run: () => run(...args) })
    return last
  }
  const clear = (id: unknown): void => void (typeof id === 'number' && timers.delete(id))
  const pause = (ms = 0): Promise<void> => {
    if (ms <= 0) return Promise.resolve()
    pausedCount += 1
    return new Promise((resolve) =>
      set(() => {
        pausedCount -= 1
        resolve()
      }, ms),
    )
  }

  const platform = { set: globalThis.setTimeout, clear: globalThis.clearTimeout, pause: promised.setTimeout }
  const install = (one: { set: unknown; clear: unknown; pause: unknown }) => {
    const put = (on: object, name: string, value: unknown) =>
      Object.defineProperty(on, name, { value, configurable: true, writable: true, enumerable: true })
    put(globalThis, 'setTimeout', one.set)
    put(globalThis, 'clearTimeout', one.clear)
    put(promised, 'setTimeout', one.pause)
    syncBuiltinESMExports()
  }
  install({ set, clear, pause })

  return {
    clock: { setTimeout: set, clearTimeout: clear },
    now: () => new Date(now),
    /** The number of calls that the sandbox is delaying. */
    paused: () => pausedCount,
    /** Advances the clock. `settle` waits until all work of the current time is done. */
    async advance(ms: number, settle: () => Promise<void>) {
      const until = now + ms
      for (;;) {
        const [id, next] = [...timers].sort(([, one], [, other]) => one.at - other.at)[0] ?? []
        if (id === undefined || next === undefined || next.at > until) break
        timers.delete(id)
        now = next.at
        next.run()
        await settle()
      }
      now = until
    },
    restart(at: Date) {
      timers.clear()
      pausedCount = 0
      now = at.getTime()
    },
    restore: () => install(platform),
  }
}
