import { idOf, type CallerCache } from './callerCache.ts'
import { type MembershipCall } from './routes.ts'
import { forbidden, notLoggedIn, unreachable } from './refusal.ts'

/** The bearer of a request, if it carries one of a possible form. */
export function bearerOf(headers: Headers): string | undefined {
  return /^Bearer +([\w.~+/=-]{1,4096})$/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** The one spelling in which a membership call goes to the host, the caller's own id forced where the rule asks for it. */
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

/** A transaction names its member as an id or as a whole record. */
function memberIdOf(transaction: unknown): number | undefined {
  if (typeof transaction !== 'object' || transaction === null) return undefined
  const { member } = transaction as { member?: unknown }
  return typeof member === 'object' ? idOf(member) : idOf({ ID: member })
}

export interface MembershipOptions {
  callerCache: CallerCache
  /** Sends the rebuilt call on, with the service key and nothing of the caller's. */
  sendWithServiceKey(target: string): Promise<Response>
  warn(message: string): void
}

/** Reads of the membership service on behalf of a caller: identity from the host, ownership checked here. */
export async function forwardMembershipCall(
  call: MembershipCall,
  bearer: string | undefined,
  { callerCache: callers, sendWithServiceKey: exchange, warn }: MembershipOptions,
): Promise<Response> {
  if (bearer === undefined) return notLoggedIn()
  const caller = await callers.identify(bearer)
  if (caller.kind === 'refused') return notLoggedIn()
  if (caller.kind === 'unreachable') return unreachable(caller.status)
  if (call.kind === 'member' && call.id !== caller.id) return forbidden()

  const answer = await exchange(hostPathOf(call, caller.id))
  if (answer.status === 401 || answer.status === 403) {
    // The caller is known, so it is the edge's own key that was refused: no word of the host about this person.
    warn('The host refuses the service key (SERVICE_KEY)')
    await answer.body?.cancel()
    return unreachable()
  }
  answer.headers.delete('set-cookie')
  if (call.kind !== 'transaction' || !answer.ok) return answer

  const text = await answer.text().catch(() => undefined)
  if (text === undefined) return unreachable()
  let transaction: unknown
  try {
    transaction = JSON.parse(text)
  } catch {
    return unreachable()
  }
  if (memberIdOf(transaction) !== caller.id) return forbidden()
  answer.headers.delete('content-length')
  return new Response(text, { status: answer.status, headers: answer.headers })
}
