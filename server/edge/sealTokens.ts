import { parseJson, wholeBodyOf } from './relay.ts'
import { type Reply, type WholeReply } from './reply.ts'
import { createHandle, type SessionSeal } from './sessionSeal.ts'

/** An access token as in RFC 6750, of a size that the session cookie holds. */
const tokenPattern = /^[\w.~+/=-]{1,4096}$/

/**
 * The reply to a call of the contract that returns tokens, without them: the browser gets handles, and the access token is
 * sealed into cookies. No call of the contract sends the refresh token, so it is dropped. Returns undefined for a reply
 * that must not be passed on: a success without usable tokens, or a refusal with a token.
 */
export function sealTokens(
  reply: Reply,
  seal: (token: string) => ReturnType<SessionSeal['seal']>,
): WholeReply | undefined {
  const { status, headers } = reply
  const body = typeof reply.body === 'string' ? reply.body : wholeBodyOf(reply)
  const { 'content-length': _length, 'content-encoding': encoding, ...kept } = headers
  if (encoding !== undefined) return undefined
  if (status >= 300)
    return /(access|refresh)_token/.test(String(body)) ? undefined : { status, headers, ...(body && { body }) }
  const granted = parseJson(body)
  const { access_token: access, refresh_token: refresh }: Record<string, unknown> =
    typeof granted === 'object' ? { ...granted } : {}
  if (typeof access !== 'string' || !tokenPattern.test(access)) return undefined
  if (typeof refresh !== 'string' || refresh === '') return undefined
  const { handle, setCookies } = seal(access)
  const handles = new Map<unknown, string>([
    [refresh, createHandle()],
    [access, handle],
  ])
  // A token may have a copy elsewhere in the response.
  const replaced = JSON.stringify(granted, (_, value: unknown) => handles.get(value) ?? value)
  const hasToken = [access, refresh].some((token) => replaced.includes(JSON.stringify(token).slice(1, -1)))
  return hasToken ? undefined : { status, headers: { ...kept, 'set-cookie': setCookies }, body: replaced }
}
