/** The edge serves the service worker here, see tools/service-worker/plugin.ts. */
export const serviceWorkerPath = '/service-worker.js'

/**
 * Registers the service worker when the page has loaded and is idle, so that it costs the first page nothing. Once a
 * worker controls the page, the browser updates it. Without a secure origin there is none.
 */
export function registerServiceWorker(page: Window): void {
  const workers = 'serviceWorker' in page.navigator ? page.navigator.serviceWorker : undefined
  if (workers === undefined || workers.controller !== null) return
  // A browser may refuse a worker, such as in a private window. The product does not need it.
  const register = () => void workers.register(serviceWorkerPath).catch(() => undefined)
  // Safari has no idle callbacks.
  const { requestIdleCallback: idle = (callback: () => void) => page.setTimeout(callback, 1000) } =
    page as Partial<Window>
  const whenIdle = () => void idle.call(page, register)
  if (page.document.readyState === 'complete') whenIdle()
  else page.addEventListener('load', whenIdle, { once: true })
}
