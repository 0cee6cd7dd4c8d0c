/**
 * What an inspector may hear. It is a page of somebody else: it is told how the machines stand, not what people wrote.
 * A text is withheld unless its name is known to hold none of that; a field that is new tomorrow is withheld too.
 */

/** Names of texts that say how a machine stands, in words of this product or of the host. */
const SHOWN_NAMES = new Set([
  ...['type', 'kind', 'status', 'result', 'verdict', 'reason', 'message', 'word', 'refusal', 'error', 'unended'],
  ...['role', 'scheme', 'gateway', 'brand', 'only', 'by', 'field', 'slug', 'category'],
  ...['startsAt', 'endsAt', 'destination', 'means', 'live', 'quality', 'preferred_quality'],
])

/** Below these everything is words of the machine: what is wrong with a field, never what stands in it. */
const SHOWN_SUBTREES = new Set(['errors'])

/** Below these stands what was typed, under the names of fields: one of them may well be called `message`. */
const REDACTED_SUBTREES = new Set(['values', 'prefilled', 'draft', 'saved', 'changes'])

const REDACTED = '(withheld)'

/** What even a message may repeat: the host's own words quote addresses, and links hold keys. */
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

/** What becomes of a text: told, withheld, or as its own name says. */
type Rule = 'told' | 'withheld' | 'byName'

const childRule = (rule: Rule, name: string): Rule =>
  REDACTED_SUBTREES.has(name) ? 'withheld' : rule === 'byName' && SHOWN_SUBTREES.has(name) ? 'told' : rule

/** A value without what is withheld. Deeper than `depth`, and what is no plain data, is left out. */
export function redact(value: unknown, name = '', depth = 8, rule: Rule = 'byName'): unknown {
  if (typeof value === 'string') {
    const isShown = rule === 'told' || (rule === 'byName' && SHOWN_NAMES.has(name))
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
