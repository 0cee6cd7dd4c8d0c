/**
 * Redacts the data that is sent to the inspector, a third-party page: it receives states, but no user data. A text is
 * redacted unless its name is listed, so a new field is redacted as well.
 */

/** Names of texts that describe a state and contain no user data. */
const SHOWN_NAMES = new Set([
  ...['type', 'kind', 'status', 'result', 'outcome', 'reason', 'message', 'refusal', 'error'],
  ...['role', 'scheme', 'gateway', 'brand', 'only', 'by', 'field', 'slug', 'category'],
  ...[
    'startsAt',
    'endsAt',
    'destination',
    'paymentMethod',
    'initialPaymentMethod',
    'live',
    'quality',
    'preferred_quality',
  ],
])

/** Below these names, every text is a message of the machine. */
const SHOWN_SUBTREES = new Set(['errors'])

/** Below these names, every text is a value that the user typed, even if its name is listed. */
const REDACTED_SUBTREES = new Set(['values', 'prefilled', 'draft', 'saved', 'changes'])

const REDACTED = '(withheld)'

/** User data that a message may quote: email addresses, ids, and keys in links. */
const SENSITIVE_PATTERNS: readonly RegExp[] = [
  /[^\s@<>"'(]+@[^\s@<>"')]+/g,
  /\b(?:pm|pi|seti|src|tok|card|cus|sub|cs|sk|pk|rk|req)_\w+/gi,
  /\bI-[A-Z0-9]{6,}\b/g,
  /[?&#][\w.-]+=[^\s"'<]*/g,
  /\b(?=[\w.-]*\d)(?=[\w.-]*[A-Za-z])[\w.-]{20,}/g,
  /\b\d[\d -]{10,}\d\b/g,
]

const redactText = (text: string): string =>
  SENSITIVE_PATTERNS.reduce((redacted, pattern) => redacted.replace(pattern, REDACTED), text)

/** Whether a text is shown: always, never, or by its own name. */
type Rule = 'shown' | 'redacted' | 'byName'

const childRule = (rule: Rule, name: string): Rule =>
  REDACTED_SUBTREES.has(name) ? 'redacted' : rule === 'byName' && SHOWN_SUBTREES.has(name) ? 'shown' : rule

/** Returns a redacted copy of a value. Omits everything below `depth` and everything that is not plain data. */
export function redact(value: unknown, name = '', depth = 8, rule: Rule = 'byName'): unknown {
  if (typeof value === 'string') {
    const isShown = rule === 'shown' || (rule === 'byName' && SHOWN_NAMES.has(name))
    return value === '' ? '' : isShown ? redactText(value) : REDACTED
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object' || depth === 0) return undefined
  if (value instanceof Error) return { message: redactText(value.message) }
  if (Array.isArray(value)) return value.map((inner: unknown) => redact(inner, name, depth - 1, rule))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      redactText(key),
      redact(inner, key, depth - 1, childRule(rule, key)),
    ]),
  )
}
