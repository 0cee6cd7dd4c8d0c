// Schemas for lenient parsers. WordPress writes numbers as strings, omits keys, and turns a list with gaps into an
// object. An invalid field becomes undefined or empty, so that it does not fail a whole screen.
import * as v from 'valibot'
import { plainText } from './plainText.ts'

const scalar = v.custom<string | number>((value) => typeof value === 'string' || typeof value === 'number')

// Do not pipe a schema with a fallback: for a missing key valibot returns the fallback and skips the rest of the pipe.
// The two schemas that others build on therefore have no fallback.

/** Text exactly as sent, if there is any. */
export const rawText = v.pipe(scalar, v.transform(String))

/** Text to show, if there is any: one line, without markup. */
const displayText = v.pipe(
  scalar,
  v.transform((value) => plainText(String(value))),
)

/** Text exactly as sent; '' without any. For ids of providers, tokens and email addresses. */
export const rawTextOrEmpty = v.fallback(rawText, '')

/** Text to show: one line, without markup; '' without any. */
export const displayTextOrEmpty = v.fallback(displayText, '')

/** Text to show that must not be empty. */
export const nonEmptyText = v.pipe(displayText, v.minLength(1))

/** A finite number that is not negative, from a number or its digits. */
export const nonNegativeNumber = v.pipe(
  scalar,
  v.check((value) => String(value).trim() !== ''),
  v.transform(Number),
  v.finite(),
  v.minValue(0),
)

/** A record's id. */
export const id = v.pipe(nonNegativeNumber, v.safeInteger(), v.minValue(1))

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/** PHP's true: true, 1 or '1'. */
export const phpBoolean = v.fallback(v.pipe(v.unknown(), v.transform(isTrue)), false)

/** PHP's true. A body without it is invalid. */
export const mustBeTrue = v.pipe(v.unknown(), v.check(isTrue))

/** Text as `read` returns it. Text for which it returns undefined is invalid. */
export const textBy = (read: (value: string) => string | undefined, message: string) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const text = read(value)
      if (text !== undefined) return text
      addIssue({ message })
      return NEVER
    }),
  )

/** The value of the schema; undefined if it is invalid. */
export const optional = <T extends v.GenericSchema>(schema: T) => v.fallback(v.nullish(schema), undefined)

/** The ISO 8601 timestamp in UTC; undefined if it is invalid. */
function toIsoTimestamp(value: string): string | undefined {
  const [, day, time = '00:00', hours, minutes] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|([+-]\d{2}):?(\d{2}))?)?$/.exec(value) ?? []
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  const date = new Date(day === undefined ? NaN : `${day}T${time}${zone}`)
  // Also WordPress's 0000-00-00.
  return date.getTime() > 0 ? date.toISOString() : undefined
}

const MOST_TIMESTAMPS = 1_000
/** The timestamps of a long list repeat, as shows begin at the same times. */
const knownTimestamps = new Map<string, string | undefined>()

function knownTimestamp(value: string): string | undefined {
  if (!knownTimestamps.has(value)) {
    if (knownTimestamps.size === MOST_TIMESTAMPS) knownTimestamps.clear()
    knownTimestamps.set(value, toIsoTimestamp(value))
  }
  return knownTimestamps.get(value)
}

/** A timestamp as ISO 8601 in UTC, from MySQL's format or ISO 8601. Without a zone it is UTC. */
export const timestamp = textBy(knownTimestamp, 'The timestamp is invalid')

/** A timestamp, or undefined without one: a lifetime plan has none. */
export const optionalTimestamp = optional(timestamp)

/** A URL of this origin or of the web; undefined for anything else, such as `javascript:`. */
export const safeUrl = optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => {
      const url = typeof value === 'string' ? value.trim() : ''
      return /^(?:\/(?!\/)|https?:\/\/)[^\s\\]+$/i.test(url) ? url : undefined
    }),
  ),
)

/** Any object. */
export const record = v.record(v.string(), v.unknown())

/** A list without its invalid rows. PHP writes a list with gaps in its numbering as an object. */
export const lenientArray = <T extends v.GenericSchema>(schema: T) =>
  v.pipe(
    v.union([v.array(v.unknown()), record]),
    v.transform((value) => {
      const rows: v.InferOutput<T>[] = []
      for (const row of Object.values(value)) {
        const result = v.safeParse(schema, row)
        if (result.success) rows.push(result.output)
      }
      return rows
    }),
  )

/** A list without its invalid rows; empty if the list is missing. */
export const lenientArrayOrEmpty = <T extends v.GenericSchema>(schema: T) =>
  v.fallback(lenientArray(schema), (): v.InferOutput<T>[] => [])

/** `ID` in WordPress core, `id` in the membership service. */
export const withId = (value: Record<string, unknown>): Record<string, unknown> => ({
  ...value,
  id: value.ID ?? value.id,
})

/**
 * Creates a parser from a schema. It takes a body and returns a domain object.
 * @throws if the body is invalid, which `toApiResult` reports as unreachable
 */
export const createParser =
  <T extends v.GenericSchema>(schema: T) =>
  (body: unknown): v.InferOutput<T> =>
    v.parse(schema, body)
