/** A page that stays busy gets its later parts too, after this time in ms. */
const busyTimeoutMs = 2_000

/** Resolves when the page has loaded and the browser is idle. */
export const waitForIdle = () =>
  new Promise<void>((resolve) => {
    const scheduleIdle = () => {
      setTimeout(
        () =>
          typeof requestIdleCallback === 'function'
            ? requestIdleCallback(() => resolve(), { timeout: busyTimeoutMs })
            : resolve(),
        500,
      )
    }
    if (document.readyState === 'complete') scheduleIdle()
    else window.addEventListener('load', scheduleIdle, { once: true })
  })
