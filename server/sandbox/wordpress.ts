// The conventions of a WordPress host: its error envelope, dates and numbers.

/** A WordPress error. `status` is null when the plugin sets none; WordPress sends it as 500. */
export interface WpRefusal {
  readonly code: string
  /** May contain HTML. */
  readonly message: string
  readonly status: number | null
  /** Further members of `data`; only with a status. */
  readonly data?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly additional?: readonly { readonly code: string; readonly message: string; readonly data: null }[]
}

const HEADERS = {
  'content-type': 'application/json; charset=UTF-8',
  'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

export function createResponse(body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { headers: { ...HEADERS, ...headers } })
}

/** A stored response: its status and its JSON. */
export interface StoredResponse {
  readonly status: number
  readonly body: string
}

export function createStoredResponse(
  { status, body }: StoredResponse,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, { status, headers: { ...HEADERS, ...headers } })
}

/** A refusal in the envelope `{code, message, data}`. */
export function createRefusalResponse(refusal: WpRefusal): Response {
  return createStoredResponse(toStoredRefusal(refusal), refusal.headers)
}

export function toStoredRefusal(refusal: WpRefusal): StoredResponse {
  const { code, message, status, data, additional } = refusal
  const body = {
    code,
    message,
    data: status === null ? null : { status, ...data },
    ...(additional && { additional_errors: additional }),
  }
  return { status: status ?? 500, body: JSON.stringify(body) }
}

const createRefusal = (code: string, message: string, status: number): WpRefusal => ({ code, message, status })

/** WordPress's refusal for an unregistered path or method. */
export const NO_ROUTE = createRefusal('rest_no_route', 'No route was found matching the URL and request method.', 404)
export const FORBIDDEN = createRefusal('rest_forbidden', 'Sorry, you are not allowed to do that.', 403)
export const NOT_LOGGED_IN = createRefusal('rest_not_logged_in', 'You are not currently logged in.', 401)
export const TOO_MANY_REQUESTS = createRefusal('too_many_requests', 'Too many requests. Please wait a moment.', 429)

/** WordPress's error for an exception. The contract does not list it. */
export const INTERNAL_ERROR = createRefusal(
  'internal_server_error',
  '<p>There has been a critical error on this website.</p>',
  500,
)

export const INVALID_EMAIL = createRefusal('invalid_email', 'Please enter a valid email address.', 400)
export const EMAIL_MISMATCH: WpRefusal = { ...FORBIDDEN, message: 'Please use the email address of your account.' }

/** MemberPress's refusal for an unknown id: no status, so 500. */
export function noRecord(kind: 'members' | 'memberships' | 'transactions', id: string): WpRefusal {
  return { code: 'mp_no_records_found', message: `There were no ${kind} found with an id of ${id}`, status: null }
}

export function missingParameters(names: readonly string[]): WpRefusal {
  return {
    code: 'rest_missing_callback_param',
    message: `Missing parameter(s): ${names.join(', ')}`,
    status: 400,
    data: { params: names },
  }
}

/** One invalid parameter, with the code and message of WordPress's schema validation. */
export interface InvalidParameter {
  readonly code: string
  readonly message: string
}

export function invalidParameters(invalid: Readonly<Record<string, InvalidParameter>>): WpRefusal {
  const entries = Object.entries(invalid)
  return {
    code: 'rest_invalid_param',
    message: `Invalid parameter(s): ${entries.map(([name]) => name).join(', ')}`,
    status: 400,
    data: {
      params: Object.fromEntries(entries.map(([name, { message }]) => [name, message])),
      details: Object.fromEntries(entries.map(([name, { code, message }]) => [name, { code, message, data: null }])),
    },
  }
}

/** An ISO time as `YYYY-MM-DD HH:MM:SS` in UTC without a zone. */
export function formatMysqlTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ')
}

/** Cents as the host formats money: `1999` → `'19.99'`. */
export function formatMoney(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** Escapes text for HTML, as WordPress's `esc_html` does. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#039;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** The requested page of a list (`per_page=-1`: all), with WordPress's total headers. */
export function paginate<Row>(
  rows: readonly Row[],
  query: (name: string) => string | undefined,
): { rows: readonly Row[]; headers: Record<string, string> } {
  const size = Number(query('per_page') ?? '10')
  const page = Math.max(1, Math.trunc(Number(query('page') ?? '1')) || 1)
  const perPage = size === -1 ? Math.max(1, rows.length) : Math.min(100, Math.max(1, Math.trunc(size) || 10))
  return {
    rows: rows.slice((page - 1) * perPage, page * perPage),
    headers: { 'x-wp-total': String(rows.length), 'x-wp-totalpages': String(Math.ceil(rows.length / perPage)) },
  }
}
