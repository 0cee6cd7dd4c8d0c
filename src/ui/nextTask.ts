/**
 * Resolves in another task, so that the browser can respond to the user and paint before the work that follows. It is no
 * timer, because a timer would wait for a clock that a test has stopped.
 */
export const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
