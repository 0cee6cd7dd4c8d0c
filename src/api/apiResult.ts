import { calls, meSessionCodes, sessionCodes, type Call, type CallName } from '../../openapi/codes.ts'
import { unreachableTextFor, type UnreachableReason } from './errorTexts.ts'
import { plainText } from './plainText.ts'

/**
 * A refusal of the host. `message` is one line of plain text and may be empty; `code` is listed in the contract.
 * `fields` has the errors of single parameters, by name.
 */
export type Refusal = { code: string; message: string; status: number; fields?: Readonly<Record<string, string>> }

/** The result of a call: data or a refusal. Anything else is thrown as `HostUnreachable`. */
export type ApiResult<T> = { kind: 'granted'; data: T } | { kind: 'refused'; refusal: Refusal }

/**
 * The host sent no usable response. `message` is plain text to show. `serverText` is the text of the server's error
 * response, '' without any.
 */
export class HostUnreachable extends Error {
  override readonly name = 'HostUnreachable'
  readonly reason: UnreachableReason
  readonly status: number | undefined
  readonly serverText: string

  constructor(
    reason: UnreachableReason,
    more: { status?: number; serverText?: string; service?: string; cause?: unknown } = {},
  ) {
    super(unreachableTextFor(reason, more), { cause: more.cause })
    this.reason = reason
    this.status = more.status
    this.serverText = more.serverText ?? ''
  }
}

/** Thrown by a parser when the body is a refusal although its status is a success. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError'
  readonly code: string
  readonly serverText: string

  constructor(code: string, serverText: unknown) {
    super(code)
    this.code = code
    this.serverText = plainText(serverText)
  }
}

/** The call that a response belongs to, and the callback for a response that ends the session. */
export type CallInfo = { call: string; sessionRefused?: () => void }

/** A response with its `callInfo`, which the client sets for every response. */
export type CallResponse = Response & { callInfo?: CallInfo }

type ClientResponse = { data?: unknown; error?: unknown; response: CallResponse }

const me: CallName = 'GET /wp-json/custom-plugin/me/'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const codeOf = (body: unknown): string | undefined =>
  isRecord(body) && typeof body.code === 'string' && typeof body.message === 'string' ? body.code : undefined

/** The errors of single parameters, as plain text; undefined without any. */
function fieldErrorsOf(body: unknown): Refusal['fields'] {
  const params = isRecord(body) && isRecord(body.data) ? body.data.params : undefined
  if (!isRecord(params) || Array.isArray(params)) return undefined
  const messages = Object.entries(params).map(([name, message]) => [name, plainText(message)] as const)
  const fields = Object.fromEntries(messages.filter(([, message]) => message !== ''))
  return Object.keys(fields).length > 0 ? fields : undefined
}

/** The values of `success` that PHP plugins use for false. */
const falseValues: readonly unknown[] = [false, 0, '0', '', 'false']
const isUnsuccessful = (body: unknown): boolean =>
  isRecord(body) && 'success' in body && falseValues.includes(body.success)

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/**
 * Classifies the response of a call as granted, refused or unreachable.
 *
 * An error whose code the contract lists for the call is a refusal with any status, because domain errors have the
 * status 500. For a call that moves money a 5xx is never a refusal, because its effect is unknown. For `me`, only 401,
 * 403, a session code and a success without a user are refusals, so that no other error signs the user out.
 *
 * @param clientResponse what the client returned
 * @param parse a response parser; throws `RefusalError` for a refusal with a success status, anything else for a broken
 *   body
 * @throws HostUnreachable without a usable response; an abort by the caller passes through
 */
export async function toApiResult<T>(
  clientResponse: Promise<ClientResponse>,
  parse: (body: unknown) => T,
): Promise<ApiResult<T>> {
  const { data, error, response } = await clientResponse.catch((cause: unknown) => {
    if (isAbort(cause) || cause instanceof HostUnreachable) throw cause
    throw new HostUnreachable(cause instanceof SyntaxError ? 'invalidBody' : 'network', { cause })
  })
  const { status, callInfo } = response
  const call: Call = (calls as Partial<Record<string, Call>>)[callInfo?.call ?? ''] ?? { codes: [] }
  const isMe = callInfo?.call === me
  const body = response.ok ? data : error
  const code = codeOf(body)
  const serverText = plainText(isRecord(body) ? body.message : undefined)

  const refused = (refusalCode: string, message = serverText): ApiResult<T> => {
    if (sessionCodes.includes(refusalCode)) callInfo?.sessionRefused?.()
    const fields = fieldErrorsOf(body)
    return { kind: 'refused', refusal: { code: refusalCode, message, status, ...(fields && { fields }) } }
  }

  if (isMe && (status === 401 || status === 403)) return refused(code ?? 'rest_not_logged_in')
  if (code !== undefined) {
    const isListed = isMe ? meSessionCodes.includes(code) : call.codes.includes(code)
    const isOutcomeUnknown = call.money === true && status >= 500
    if (isListed && !isOutcomeUnknown) return refused(code)
    // An error envelope is not a success, even with a success status.
    if (!isMe || !response.ok) throw new HostUnreachable('unlistedCode', { status, serverText })
  }
  if (!response.ok) throw new HostUnreachable('invalidBody', { status, serverText })
  if (data === undefined) throw new HostUnreachable('invalidBody', { status })
  if (isUnsuccessful(data)) return refused(code ?? 'not_successful')
  try {
    return { kind: 'granted', data: parse(data) }
  } catch (cause) {
    if (cause instanceof RefusalError) return refused(cause.code, cause.serverText)
    if (isMe) return refused('no_user')
    throw new HostUnreachable('invalidBody', { status, serverText, cause })
  }
}
