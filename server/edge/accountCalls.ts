import { type AttemptOutcome, type LimitedCall, type RateLimits } from './rateLimits.ts'
import { badRequest, tooManyRequests, unreachable, wrongCredentials } from './refusal.ts'
import { parseJson, wholeBodyOf, type HostReply } from './relay.ts'
import { type WholeReply } from './reply.ts'

export interface AccountCallOptions {
  rateLimits?: RateLimits
  /** Respond alike for accounts that exist and accounts that do not. */
  uniformSignIn?: boolean
}

/** An attempt to sign in, to reset a password, to delete an account or to sign a device in. */
export interface AccountCall {
  id: LimitedCall
  /** The client's IP address. */
  address: string
  /** The fields of the parsed body, and the session of a call with a bearer. */
  fields: Readonly<Record<string, unknown>>
}

/** WordPress refuses a longer password. */
const maxFieldLength = 4096

/** A uniform response is sent at a multiple of this time after the request, in ms. */
export const uniformStepMs = 2_000

/** Refusals that do not depend on whether the account exists. */
const neutralCodes: readonly unknown[] = [
  'empty_username',
  'empty_password',
  'rest_missing_callback_param',
  'rest_invalid_param',
  'rest_invalid_json',
  'rest_cookie_invalid_nonce',
  'too_many_requests',
  'too_many_retries',
]

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The outcome by the rules of the client, except that a response in doubt is a refusal, which counts. */
function outcomeOf(id: LimitedCall, { status, unusableStatus = status }: HostReply, body: unknown): AttemptOutcome {
  if (unusableStatus >= 502 && unusableStatus <= 504) return 'unreachable'
  // A redirect or a page of a firewall: WordPress has sent no email.
  if (id === 'requestPasswordReset' && unusableStatus !== status && unusableStatus >= 300 && unusableStatus < 500)
    return 'unreachable'
  const { access_token: token, message } = fieldsOf(body)
  const isGranted = {
    signIn: typeof token === 'string',
    requestPasswordReset: true,
    requestErasure: true,
    resetPassword: message === 'Password reset successfully',
    requestDeviceCode: true,
    approveDevice: true,
  }[id]
  return unusableStatus < 300 && isGranted ? 'granted' : 'refused'
}

/** The response that replaces one which depends on whether the account exists; undefined for any other. */
function uniformReplyTo(
  id: LimitedCall,
  outcome: AttemptOutcome,
  status: number,
  body: unknown,
): WholeReply | undefined {
  const { code } = fieldsOf(body)
  if (status >= 300 && (typeof code !== 'string' || neutralCodes.includes(code))) return undefined
  if (id === 'signIn') return outcome === 'refused' ? wrongCredentials() : undefined
  return id === 'requestPasswordReset' ? resetRequested() : undefined
}

const resetRequested = (): WholeReply => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'If the account exists, reset instructions were sent successfully.' }),
})

/** Sends the calls that are limited, within their limits. */
export function createAccountCalls({ rateLimits, uniformSignIn = false }: AccountCallOptions) {
  return async ({ id, address, fields }: AccountCall, send: () => Promise<HostReply>): Promise<WholeReply> => {
    if (Object.values(fields).some((value) => typeof value === 'string' && value.length > maxFieldLength))
      return badRequest('rest_invalid_param')
    const attempt = rateLimits?.start(id, address, fields)
    if (attempt?.kind === 'tooMany') return tooManyRequests(attempt.retryAfterSeconds)
    const startedAt = performance.now()
    const reply = await send()
    const { status, headers } = reply
    const bytes = wholeBodyOf(reply)
    const parsed = parseJson(bytes)
    const outcome = outcomeOf(id, reply, parsed)
    attempt?.end(outcome)
    if (bytes === undefined) return reply.body === undefined ? { status, headers } : unreachable()
    const uniformReply = uniformSignIn ? uniformReplyTo(id, outcome, status, parsed) : undefined
    if (uniformReply === undefined) return { status, headers, body: bytes }
    const elapsed = performance.now() - startedAt
    const heldMs = uniformStepMs - (elapsed % uniformStepMs)
    await new Promise((resolve) => setTimeout(resolve, heldMs))
    return uniformReply
  }
}
