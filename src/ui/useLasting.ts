import { useEffect, useState } from 'react'

/** What is shorter appears as immediate, in ms. */
const NOTICED_MS = 100

type Scheduler = {
  postTask: (task: () => void, options: { delay: number; signal: AbortSignal }) => Promise<void>
}

/** Runs a task after `ms`. Where the browser can, not by a timer, because a timer would wait for a clock that a test has stopped. */
function runLater(task: () => void, ms: number): () => void {
  const { scheduler } = globalThis as { scheduler?: Scheduler }
  if (!scheduler) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  }
  const controller = new AbortController()
  // The only error is the abort.
  scheduler.postTask(task, { delay: ms, signal: controller.signal }).catch(() => undefined)
  return () => controller.abort()
}

/**
 * Whether `isOn` has been true for 100 ms. For changes of the screen that nobody would see in a shorter state: each costs
 * a render and a frame, and what the state waits for would wait for them.
 */
export function useLasting(isOn: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const cancel = runLater(() => setLasts(true), NOTICED_MS)
    return () => {
      cancel()
      setLasts(false)
    }
  }, [isOn])
  return isOn && lasts
}
