import { calls, meSessionCodes, sessionCodes, type Call, type CallName } from '../../openapi/codes.ts'
import { unreachableTextFor, type UnreachableReason } from './errorTexts.ts'
import { plainText } from './plainText.ts'

/**
 * A refusal of the host. `message` is one line of plain text and may be empty. `code` may be one that the contract does
 * not list, and is '' without one. `fields` has the errors of single parameters, by name. `retryAfterSeconds` is the time of
 * a refusal that ends by itself.
 */
export type Refusal = {
  code: string
  message: string
  status: number
  fields?: Readonly<Record<string, string>>
  retryAfterSeconds?: number
}

/** The result of a call: data or a refusal. Anything else is thrown as `HostUnreachable`. */
export type ApiResult<T> = { kind: 'granted'; data: T } | { kind: 'refused'; refusal: Refusal }

/**
 * The host sent no usable response. `message` is plain text to show. `serverText` is the host's sentence for a call that
 * moves money, whose effect is still unknown; '' for any other.
 */
export class HostUnreachable extends Error {
  override readonly name = 'HostUnreachable'
  readonly reason: UnreachableReason
  readonly status: number | undefined
  readonly serverText: string
  /** Whether the connection may be the cause, not the server. */
  readonly isConnectionLost: boolean

  constructor(
    reason: UnreachableReason,
    more: { status?: number; serverText?: string; service?: string; cause?: unknown } = {},
  ) {
    super(unreachableTextFor(reason, more.service), { cause: more.cause })
    this.reason = reason
    this.status = more.status
    this.serverText = more.serverText ?? ''
    this.isConnectionLost = reason === 'network' || reason === 'timeout'
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

/** The status with which the card provider declines a card, whatever the code. */
export const declinedStatus = 402

/** The code of WordPress for a call that no plugin serves. Its message is for developers. */
const noRoute = 'rest_no_route'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether a body is the host's error: a WP_Error, or any object with a text `message`. */
const isErrorBody = (body: unknown): body is { message: string; code?: unknown } =>
  isRecord(body) && !Array.isArray(body) && typeof body.message === 'string'

const codeOf = (body: unknown): string | undefined =>
  isErrorBody(body) && typeof body.code === 'string' ? body.code : undefined

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
 * A JSON error is a refusal if its status is a 4xx, whatever its code, unless the host lacks the call. It is one with any status if the contract lists
 * its code for the call, because domain errors have the status 500. The rule is stricter for a call that moves money:
 * only a 4xx with a listed code is a refusal, because the effect of anything else is unknown. For `me`, only an error
 * with 401 or 403, a session code and a success without a user are refusals, so that no other response signs the user
 * out.
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
  const text = plainText(isRecord(body) ? body.message : undefined)
  const isClientError = status >= 400 && status < 500

  const refused = (refusalCode: string, message = text): ApiResult<T> => {
    if (sessionCodes.includes(refusalCode)) callInfo?.sessionRefused?.()
    const retryAfterSeconds = Number(response.headers.get('retry-after'))
    const refusal = { code: refusalCode, message, status, ...(retryAfterSeconds > 0 && { retryAfterSeconds }) }
    const fields = fieldErrorsOf(body)
    if (fields === undefined) return { kind: 'refused', refusal }
    // The message of such a refusal only lists the names of the parameters.
    const sentences = plainText(Object.values(fields).join(' '))
    return { kind: 'refused', refusal: { ...refusal, message: sentences, fields } }
  }
  const unreachable = (reason: UnreachableReason, cause?: unknown) => {
    // The sentence of a server error may be internal, so it is shown only with a code of the contract.
    const isShown = status < 500 || (code !== undefined && call.codes.includes(code))
    return new HostUnreachable(reason, { status, cause, serverText: call.money && isShown ? text : '' })
  }

  const isListed = code !== undefined && (isMe ? meSessionCodes : call.codes).includes(code)
  const isRefused = isMe
    ? isListed || ((status === 401 || status === 403) && isErrorBody(body))
    : call.money
      ? isListed && isClientError
      : isListed || (isClientError && isErrorBody(body) && code !== noRoute)
  if (isRefused) return refused(code ?? '')
  // An error envelope is not a success, even with a success status.
  if (code !== undefined && (!isMe || !response.ok)) throw unreachable('unlistedCode')
  if (!response.ok || data === undefined) throw unreachable('invalidBody')
  if (isUnsuccessful(data)) {
    if (call.money) throw unreachable('unlistedCode')
    return refused(code ?? 'not_successful')
  }
  try {
    return { kind: 'granted', data: parse(data) }
  } catch (cause) {
    if (cause instanceof RefusalError) return refused(cause.code, cause.serverText)
    if (isMe) return refused('no_user')
    throw unreachable('invalidBody', cause)
  }
}
