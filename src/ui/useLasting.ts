import { useEffect, useState } from 'react'

/** A shorter state is not noticed, in ms. */
const NOTICED_MS = 100

type Scheduler = {
  postTask: (task: () => void, options: { delay: number; signal: AbortSignal }) => Promise<void>
}

/**
 * Runs a task after `ms`, with the scheduler of the browser if it has one: a timer would wait for a clock that a test has
 * stopped. Returns the function that cancels it.
 */
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
 * Whether `isOn` has been true for 100 ms. For changes of the screen that nobody would notice in a shorter state: each
 * costs a render and a frame, which the end of the state would wait for.
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
