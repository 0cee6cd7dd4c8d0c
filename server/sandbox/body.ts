import { type Context } from 'hono'
import { Refused } from './host.ts'
import { missingParameters } from './wordpress.ts'

export type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of a request's body, sent as JSON or as a form. An empty body has none. */
export async function fieldsOf(context: Context): Promise<Fields> {
  const type = context.req.header('content-type') ?? ''
  if (/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return context.req.parseBody()
  const text = await context.req.text()
  if (text.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (isFields(parsed)) return parsed
  } catch {
    // Told below, together with JSON that is not an object.
  }
  throw new Refused({ code: 'rest_invalid_json', message: 'Invalid JSON body passed.', status: 400 })
}

/** The named fields as text. Refuses when one is missing or is no text, as WordPress does. */
export function texts<Name extends string>(fields: Fields, names: readonly Name[]): Record<Name, string> {
  const missing = names.filter((name) => fields[name] === undefined || fields[name] === null)
  if (missing.length > 0) throw new Refused(missingParameters(missing))
  const wrong = names.filter((name) => typeof fields[name] !== 'string')
  if (wrong.length > 0) {
    throw new Refused({
      code: 'rest_invalid_param',
      message: `Invalid parameter(s): ${wrong.join(', ')}`,
      status: 400,
      data: { params: Object.fromEntries(wrong.map((name) => [name, `${name} is not of type string.`])), details: {} },
    })
  }
  return Object.fromEntries(names.map((name) => [name, String(fields[name])])) as Record<Name, string>
}
