/**
 * Tells where a request belongs. Everything is decided on an allow-list of plain spellings: a path under /wp-json with
 * an encoded, doubled or dotted segment is refused, so no second reading of it by the host can reach what the first
 * reading guarded.
 */

/** What a signed-in caller may read with the service key. */
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

/** Segments of letters, digits and - _ . ~ that are not made of dots alone; one slash at the end is allowed. */
const plainPathPattern = /^\/wp-json(\/(?!\.+(\/|$))[\w.~-]+)*\/?$/

/** PHP reads a dot, a space and an open bracket in a query name as an underscore. */
const phpQueryName = (name: string) => name.trimStart().replace(/[ .[]/g, '_').toLowerCase()

/** Query names with which WordPress takes another route or method than the request line says. */
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

/** Where the request belongs: the membership service, the host, the sandbox, the application, or nowhere. */
export function routeOf(method: string, url: URL): Route {
  const path = decodePath(url.pathname)
  // The atlas draws the machines for people who work on them: it stands where the sandbox does, and nowhere else.
  if (/^\/(sandbox|atlas)(\/|$)/.test(path)) return { kind: 'sandbox' }
  if (!/^\/wp-json(\/|$)/.test(path)) return { kind: 'application' }
  if (!plainPathPattern.test(url.pathname)) return { kind: 'forbidden' }
  if ([...url.searchParams.keys()].some((name) => reroutingNames.test(phpQueryName(name)))) return { kind: 'forbidden' }
  if (!/^\/wp-json\/mp(\/|$)/.test(path)) return { kind: 'host' }
  const call = parseMembershipCall(method, url)
  return call === undefined ? { kind: 'forbidden' } : { kind: 'membership', call }
}
