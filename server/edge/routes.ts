/**
 * Routes a request by an allow-list of plain paths. A path under /wp-json with an encoded, doubled or dotted segment is
 * refused, because the host could decode it to another path than the one that was checked.
 */

/** The calls that a signed-in caller may make with the service key. */
export type MembershipCall =
  | { kind: 'plans'; page: string; perPage: string }
  | { kind: 'plan'; id: string }
  | { kind: 'member'; id: number }
  | { kind: 'transactions'; page: string; perPage: string }
  | { kind: 'transaction'; id: string }

export type Route =
  | { kind: 'membership'; call: MembershipCall }
  | { kind: 'host' }
  | { kind: 'forbidden' }
  | { kind: 'sandbox' }
  | { kind: 'application' }

/** Segments of letters, digits and - _ . ~ that are not dots only; one trailing slash is allowed. */
const plainPathPattern = /^\/wp-json(\/(?!\.+(\/|$))[\w.~-]+)*\/?$/

/** PHP converts a dot, a space and an opening bracket in a query name to an underscore. */
const phpQueryName = (name: string) => name.trimStart().replace(/[ .[]/g, '_').toLowerCase()

/** Query parameters that make WordPress use another route or method. */
const reroutingNames = /^(rest_route|_method)/

function decodePath(path: string): string {
  let text = path
  for (let round = 0; round < 4; round += 1) {
    const next = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    if (next === text) break
    text = next
  }
  return text.replace(/[\\/]+/g, '/').toLowerCase()
}

function parseMembershipCall(method: string, url: URL): MembershipCall | undefined {
  if (method !== 'GET') return undefined
  const path = url.pathname.replace(/\/$/, '')
  const [, collection, id] =
    /^\/wp-json\/mp\/v1\/(members|memberships|transactions)(?:\/([1-9]\d{0,9}))?$/.exec(path) ?? []
  if (collection === 'members') return id === undefined ? undefined : { kind: 'member', id: Number(id) }
  if (collection === undefined) return undefined
  if (id !== undefined) return collection === 'memberships' ? { kind: 'plan', id } : { kind: 'transaction', id }
  const page = url.searchParams.get('page') ?? '1'
  const perPage = url.searchParams.get('per_page') ?? '10'
  return /^\d{1,6}$/.test(page) && /^(-1|\d{1,3})$/.test(perPage)
    ? { kind: collection === 'memberships' ? 'plans' : 'transactions', page, perPage }
    : undefined
}

export function routeOf(method: string, url: URL): Route {
  const path = decodePath(url.pathname)
  // The atlas is a development tool, so it is served with the sandbox only.
  if (/^\/(sandbox|atlas)(\/|$)/.test(path)) return { kind: 'sandbox' }
  if (!/^\/wp-json(\/|$)/.test(path)) return { kind: 'application' }
  if (!plainPathPattern.test(url.pathname)) return { kind: 'forbidden' }
  if ([...url.searchParams.keys()].some((name) => reroutingNames.test(phpQueryName(name)))) return { kind: 'forbidden' }
  if (!/^\/wp-json\/mp(\/|$)/.test(path)) return { kind: 'host' }
  const call = parseMembershipCall(method, url)
  return call === undefined ? { kind: 'forbidden' } : { kind: 'membership', call }
}
