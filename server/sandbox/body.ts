import { type Context } from 'hono'
import { WpRefusalError } from './host.ts'
import { invalidParameters, missingParameters, type InvalidParameter } from './wordpress.ts'

export type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of a request's body, sent as JSON or as a form. An empty body has none. */
export async function parseBody(context: Context): Promise<Fields> {
  const type = context.req.header('content-type') ?? ''
  if (/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    // PHP takes a form that it can't read for an empty one.
    return context.req.parseBody().catch(() => ({}))
  }
  const text = await context.req.text()
  if (text.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (isFields(parsed)) return parsed
  } catch {
    // Told below, together with JSON that is not an object.
  }
  throw new WpRefusalError({ code: 'rest_invalid_json', message: 'Invalid JSON body passed.', status: 400 })
}

/** What a text must be, beside a text. Lengths are in characters. */
export interface TextRule {
  readonly least?: number
  readonly most?: number
  readonly oneOf?: readonly string[]
}

const lengthText = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} long`

/** WordPress's own list of words: `a, b, and c`. */
function joinWithAnd(values: readonly string[]): string {
  return values.map((value, index) => (index > 0 && index === values.length - 1 ? `and ${value}` : value)).join(', ')
}

function validateText(
  name: string,
  value: unknown,
  { least = 0, most = Infinity, oneOf }: TextRule,
): InvalidParameter | undefined {
  if (typeof value !== 'string') return { code: 'rest_invalid_type', message: `${name} is not of type string.` }
  if (oneOf && !oneOf.includes(value)) {
    return { code: 'rest_not_in_enum', message: `${name} is not one of ${joinWithAnd(oneOf)}.` }
  }
  const length = Array.from(value).length
  if (length < least) return { code: 'rest_too_short', message: `${name} must be at least ${lengthText(least)}.` }
  if (length > most) return { code: 'rest_too_long', message: `${name} must be at most ${lengthText(most)}.` }
  return undefined
}

/** Refuses when one of these fields is not there at all, as WordPress does. */
export function requireFields(fields: Fields, names: readonly string[]): void {
  const missing = names.filter((name) => fields[name] === undefined || fields[name] === null)
  if (missing.length > 0) throw new WpRefusalError(missingParameters(missing))
}

/** The named fields as text that keeps to the rules. Refuses when one is missing or breaks its rule, as WordPress does. */
export function parseTexts<Name extends string>(
  fields: Fields,
  rules: Readonly<Record<Name, TextRule>>,
): Record<Name, string> {
  const entries = Object.entries<TextRule>(rules)
  requireFields(
    fields,
    entries.map(([name]) => name),
  )
  const found = entries.flatMap(([name, rule]) => {
    const invalid = validateText(name, fields[name], rule)
    return invalid ? [[name, invalid] as const] : []
  })
  if (found.length > 0) throw new WpRefusalError(invalidParameters(Object.fromEntries(found)))
  return Object.fromEntries(entries.map(([name]) => [name, String(fields[name])])) as Record<Name, string>
}

/** The named fields as text. Refuses when one is missing or is no text. */
export function requireTexts<Name extends string>(fields: Fields, names: readonly Name[]): Record<Name, string> {
  return parseTexts(fields, Object.fromEntries(names.map((name) => [name, {}])) as Record<Name, TextRule>)
}

/** As strict as WordPress's `is_email`: a name, one @ and a domain with a dot. */
export const isEmail = (text: string) =>
  /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(text)

/** The named field as an id: a whole number above 0, or its digits. Refuses when it is missing or something else. */
export function parseId(fields: Fields, name: string): number {
  requireFields(fields, [name])
  const { [name]: value } = fields
  if ((typeof value === 'string' || typeof value === 'number') && /^[1-9]\d{0,14}$/.test(String(value))) {
    return Number(value)
  }
  throw new WpRefusalError(
    invalidParameters({ [name]: { code: 'rest_invalid_type', message: `${name} is not of type integer.` } }),
  )
}
