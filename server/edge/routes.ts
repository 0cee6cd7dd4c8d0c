/** What serves a request. */
export type Route = 'host' | 'sandbox' | 'application'

/** Decodes a path repeatedly, as a host behind several proxies would. */
function decodePath(path: string): string {
  let text = path
  for (let round = 0; round < 4; round += 1) {
    const next = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    if (next === text) break
    text = next
  }
  return text.replace(/[\\/]+/g, '/').toLowerCase()
}

/** Every spelling of a path below /wp-json goes to the table of the contract, which has one spelling of each call. */
export function routeOf(url: URL): Route {
  const path = decodePath(url.pathname)
  // The atlas is a development tool, so it is served with the sandbox only.
  if (/^\/(sandbox|atlas)(\/|$)/.test(path)) return 'sandbox'
  return /^\/wp-json(\/|$)/.test(path) ? 'host' : 'application'
}
