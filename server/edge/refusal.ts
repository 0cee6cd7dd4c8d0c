import { jsonReply, type Headers, type Reply, type WholeReply } from './reply.ts'

/** A refusal in the host's own envelope (WP_Error), so that the client parses the edge's refusals like the host's. */
const createRefusal = (status: number, code: string, message: string, headers?: Headers): WholeReply =>
  jsonReply(status, { code, message, data: { status } }, headers)

export const badRequest = (code: 'rest_invalid_param' | 'rest_invalid_json') =>
  createRefusal(400, code, 'The request is not valid.')
export const forbidden = () => createRefusal(403, 'rest_forbidden', 'Sorry, you are not allowed to do that.')
/** The message is shown to the user. A reload sets the cookie. */
export const xsrfMismatch = () =>
  createRefusal(403, 'rest_cookie_invalid_nonce', 'This page is out of date. Reload it and try again.')
export const notLoggedIn = () => createRefusal(401, 'rest_not_logged_in', 'You are not currently logged in.')
export const notFound = () => createRefusal(404, 'rest_no_route', 'No route was found matching the URL.')
export const noRecord = () => createRefusal(404, 'mp_no_records_found', 'No records were found.')
export const methodNotAllowed = (methods: readonly string[]) =>
  createRefusal(405, 'rest_no_route', 'No route was found matching the request method.', { allow: methods.join(', ') })
export const tooLarge = () => createRefusal(413, 'rest_upload_limited_space', 'The request is too large.')
export const unsupportedType = () => createRefusal(415, 'rest_invalid_param', 'The content type is not supported.')
/** The message is shown to the user. */
export const wrongCredentials = () => createRefusal(401, 'incorrect_password', 'The username or password is incorrect.')
/** The message is shown to the user. */
export function tooManyRequests(retryAfterSeconds: number): WholeReply {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const message = `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return createRefusal(429, 'too_many_requests', message, { 'retry-after': String(retryAfterSeconds) })
}
export const wrongHost = () => createRefusal(421, 'rest_no_route', 'This server does not serve the requested host.')

/** The host is unreachable. The client treats the empty body as no response of the host. */
export const unreachable = (status: 502 | 504 = 502) => ({ status, headers: {} }) satisfies Reply

/** The edge is at one of its limits. The client treats the empty body as no response of the host. */
export const overloaded = (): Reply => ({ status: 503, headers: { 'retry-after': '1' } })
