import { idOf, type CallerCache } from './callerCache.ts'
import { type Call } from './hostRequest.ts'
import { forbidden, noRecord, notLoggedIn, unreachable } from './refusal.ts'
import { parseJson, wholeBodyOf, type HostReply } from './relay.ts'
import { discardReply, type Reply } from './reply.ts'

/** The query of the host's call. A list of transactions is always the caller's own. */
function hostQueryOf({ id, query }: Call, caller: number): string {
  const { page = '1', per_page: perPage = '10' } = query
  const pages = `page=${page}&per_page=${perPage}`
  if (id === 'readPlans') return `?${pages}`
  return id === 'readTransactions' ? `?member=${caller}&${pages}` : ''
}

/** The member of a transaction, which is an id or a record. */
function memberIdOf(transaction: unknown): number | undefined {
  if (typeof transaction !== 'object' || transaction === null) return undefined
  const { member } = transaction as { member?: unknown }
  return typeof member === 'object' ? idOf(member) : idOf({ ID: member })
}

const isNoRecord = (body: unknown) =>
  typeof body === 'object' && body !== null && 'code' in body && body.code === 'mp_no_records_found'

export interface MembershipOptions {
  callerCache: CallerCache
  /** Sends the call with the service key and without the caller's headers. */
  sendWithServiceKey: (target: string) => Promise<HostReply>
  warn: (message: string) => void
}

/** Reads the membership service for a caller. The host identifies the caller; ownership is checked here. */
export async function forwardMembershipCall(
  call: Call,
  token: string,
  { callerCache, sendWithServiceKey, warn }: MembershipOptions,
): Promise<Reply> {
  const caller = await callerCache.identify(token)
  if (caller.kind === 'refused') return notLoggedIn()
  if (caller.kind === 'unreachable') return unreachable(caller.status)
  if (call.id === 'readMember' && call.parameters['id'] !== String(caller.id)) return forbidden()

  const response = await sendWithServiceKey(call.path + hostQueryOf(call, caller.id))
  if (response.status === 401 || response.status === 403) {
    // The caller is identified, so the host refused the service key, not the caller.
    warn('The host refuses the service key (SERVICE_KEY)')
    discardReply(response)
    return unreachable()
  }
  const { status, headers, body } = response
  if (call.id !== 'readTransaction' || status === 429 || body === undefined) return response
  const text = wholeBodyOf(response)
  const transaction = parseJson(text)
  if (transaction === undefined) return unreachable()
  // An unknown transaction and another member's get the same response.
  if (status < 300 ? memberIdOf(transaction) !== caller.id : isNoRecord(transaction)) return noRecord()
  return { status, headers, ...(text && { body: text }) }
}
