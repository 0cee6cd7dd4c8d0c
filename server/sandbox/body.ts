import { type Context } from 'hono'
import { WpRefusalError } from './host.ts'
import { invalidParameters, missingParameters, type InvalidParameter } from './wordpress.ts'

export type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of a request body, sent as JSON or as a form; `{}` for an empty body. */
export async function parseBody(context: Context): Promise<Fields> {
  const type = context.req.header('content-type') ?? ''
  if (/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
    // PHP treats a form that it cannot parse as empty.
    return context.req.parseBody().catch(() => ({}))
  }
  const text = await context.req.text()
  if (text.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (isFields(parsed)) return parsed
  } catch {
    // Refused below, like JSON that is not an object.
  }
  throw new WpRefusalError({ code: 'rest_invalid_json', message: 'Invalid JSON body passed.', status: 400 })
}

/** The rules for a text field. Lengths are in characters. */
export interface TextRule {
  readonly minLength?: number
  readonly maxLength?: number
  readonly oneOf?: readonly string[]
}

const lengthText = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} long`

/** Joins the values as WordPress does: `a, b, and c`. */
function joinWithAnd(values: readonly string[]): string {
  return values.map((value, index) => (index > 0 && index === values.length - 1 ? `and ${value}` : value)).join(', ')
}

function validateText(
  name: string,
  value: unknown,
  { minLength = 0, maxLength = Infinity, oneOf }: TextRule,
): InvalidParameter | undefined {
  if (typeof value !== 'string') return { code: 'rest_invalid_type', message: `${name} is not of type string.` }
  if (oneOf && !oneOf.includes(value)) {
    return { code: 'rest_not_in_enum', message: `${name} is not one of ${joinWithAnd(oneOf)}.` }
  }
  const length = Array.from(value).length
  if (length < minLength) {
    return { code: 'rest_too_short', message: `${name} must be at least ${lengthText(minLength)}.` }
  }
  if (length > maxLength) {
    return { code: 'rest_too_long', message: `${name} must be at most ${lengthText(maxLength)}.` }
  }
  return undefined
}

/** Refuses a missing field, as WordPress does. */
export function requireFields(fields: Fields, names: readonly string[]): void {
  const missing = names.filter((name) => fields[name] === undefined || fields[name] === null)
  if (missing.length > 0) throw new WpRefusalError(missingParameters(missing))
}

/** The named fields as text. Refuses a field that is missing or breaks its rule, as WordPress does. */
export function parseTexts<Name extends string>(
  fields: Fields,
  rules: Readonly<Record<Name, TextRule>>,
): Record<Name, string> {
  const entries = Object.entries<TextRule>(rules)
  requireFields(
    fields,
    entries.map(([name]) => name),
  )
  const problems = entries.flatMap(([name, rule]) => {
    const invalid = validateText(name, fields[name], rule)
    return invalid ? [[name, invalid] as const] : []
  })
  if (problems.length > 0) throw new WpRefusalError(invalidParameters(Object.fromEntries(problems)))
  return Object.fromEntries(entries.map(([name]) => [name, String(fields[name])])) as Record<Name, string>
}

/** The named fields as text. Refuses a field that is missing or not a string. */
export function requireTexts<Name extends string>(fields: Fields, names: readonly Name[]): Record<Name, string> {
  return parseTexts(fields, Object.fromEntries(names.map((name) => [name, {}])) as Record<Name, TextRule>)
}

/** As strict as WordPress's `is_email`: a local part, one @ and a domain with a dot. */
export const isEmail = (text: string) =>
  /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(text)

/** The named field as an id: a positive integer or its digits. Refuses anything else. */
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
