import { idOf, type CallerCache } from './callerCache.ts'
import { type MembershipCall } from './routes.ts'
import { forbidden, notLoggedIn, unreachable } from './refusal.ts'

/** The bearer token of a request, or undefined when it is missing or malformed. */
export function bearerOf(headers: Headers): string | undefined {
  return /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** The host path of a membership call, with the caller's own id where a call needs one. */
function hostPathOf(call: MembershipCall, caller: number): string {
  const base = '/wp-json/mp/v1'
  switch (call.kind) {
    case 'plans':
      return `${base}/memberships?page=${call.page}&per_page=${call.perPage}`
    case 'plan':
      return `${base}/memberships/${call.id}`
    case 'member':
      return `${base}/members/${caller}`
    case 'transactions':
      return `${base}/transactions?member=${caller}&page=${call.page}&per_page=${call.perPage}`
    case 'transaction':
      return `${base}/transactions/${call.id}`
  }
}

/** The member of a transaction, which is an id or a record. */
function memberIdOf(transaction: unknown): number | undefined {
  if (typeof transaction !== 'object' || transaction === null) return undefined
  const { member } = transaction as { member?: unknown }
  return typeof member === 'object' ? idOf(member) : idOf({ ID: member })
}

export interface MembershipOptions {
  callerCache: CallerCache
  /** Sends the call with the service key and without the caller's headers. */
  sendWithServiceKey: (target: string) => Promise<Response>
  warn: (message: string) => void
}

/** Reads the membership service for a caller. The host identifies the caller; ownership is checked here. */
export async function forwardMembershipCall(
  call: MembershipCall,
  bearer: string | undefined,
  { callerCache, sendWithServiceKey, warn }: MembershipOptions,
): Promise<Response> {
  if (bearer === undefined) return notLoggedIn()
  const caller = await callerCache.identify(bearer)
  if (caller.kind === 'refused') return notLoggedIn()
  if (caller.kind === 'unreachable') return unreachable(caller.status)
  if (call.kind === 'member' && call.id !== caller.id) return forbidden()

  const response = await sendWithServiceKey(hostPathOf(call, caller.id))
  if (response.status === 401 || response.status === 403) {
    // The caller is identified, so the host refused the service key, not the caller.
    warn('The host refuses the service key (SERVICE_KEY)')
    await response.body?.cancel()
    return unreachable()
  }
  response.headers.delete('set-cookie')
  if (call.kind !== 'transaction' || !response.ok) return response

  const text = await response.text().catch(() => undefined)
  if (text === undefined) return unreachable()
  let transaction: unknown
  try {
    transaction = JSON.parse(text)
  } catch {
    return unreachable()
  }
  if (memberIdOf(transaction) !== caller.id) return forbidden()
  response.headers.delete('content-length')
  return new Response(text, { status: response.status, headers: response.headers })
}
