/**
 * The service worker. It keeps the hashed files of one build and answers a navigation that gets no response with the
 * offline page. Every other request, such as a call, a stream or a picture, passes by: nothing of a member is stored.
 * Pages always come from the network, so a deployment takes over with the next navigation.
 *
 * tools/service-worker/plugin.ts declares the constants below and writes the script at a fixed address.
 */
/** Differs between two builds. */
declare const BUILD: string
/** The hashed files that the offline page needs. */
declare const OFFLINE_FILES: readonly string[]
/** The markup of the offline page. */
declare const OFFLINE_PAGE: string
/** The content security policy of the offline page. */
declare const OFFLINE_POLICY: string

/** TypeScript does not declare the static routes yet. Browsers without them have no `addRoutes`. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?: (rules: readonly object[]) => Promise<void>
}

/** TypeScript declares the scope of any worker. */
const scope = self as unknown as ServiceWorkerGlobalScope

const cacheName = `assets-${BUILD}`

/** Like the edge, which serves these files as immutable. */
const hashedPath = /^\/assets\/.*-[\w-]{8,}\.\w+$/

/** Sends everything but navigations and hashed files past the worker, so that it does not start for them. */
const passBy = {
  condition: { not: { or: [{ requestMode: 'navigate' }, { urlPattern: '/assets/*' }] } },
  source: 'network',
}

async function install(event: RoutedInstallEvent) {
  const cache = await caches.open(cacheName)
  await cache.addAll([...OFFLINE_FILES])
  // A browser that does not know these conditions asks the worker.
  await event.addRoutes?.([passBy]).catch(() => undefined)
  // Safe at any time: pages come from the network, and a file with a hash never changes.
  await scope.skipWaiting()
}

async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  // The page is requested while the worker starts.
  await scope.registration.navigationPreload.enable()
  await scope.clients.claim()
}

async function fetchPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await preloadResponse
    return preloaded instanceof Response ? preloaded : await fetch(request)
  } catch {
    return new Response(OFFLINE_PAGE, {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': OFFLINE_POLICY,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  }
}

/** Keeps a file, unless the worker of a newer build has deleted the cache: opening it would create it again. */
async function keep(request: Request, response: Response) {
  if (await caches.has(cacheName)) await (await caches.open(cacheName)).put(request, response)
}

async function fetchFile(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request, { cacheName, ignoreVary: true })
  if (kept) return kept
  const response = await fetch(event.request)
  // A full disk is no reason to fail.
  if (response.status === 200 && response.type === 'basic')
    event.waitUntil(keep(event.request, response.clone()).catch(() => undefined))
  return response
}

function isHashedFile({ method, url, headers }: Request): boolean {
  const { origin, pathname, search } = new URL(url)
  const isOwn = origin === scope.location.origin && search === '' && hashedPath.test(pathname)
  return method === 'GET' && isOwn && !headers.has('range')
}

scope.addEventListener('install', (event) => event.waitUntil(install(event)))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  // The frames of the payment providers show their own failures.
  if (request.mode === 'navigate' && request.destination === 'document' && request.method === 'GET')
    event.respondWith(fetchPage(event))
  else if (isHashedFile(request)) event.respondWith(fetchFile(event))
})
