// The pieces that readers are made of. WordPress writes numbers as strings, leaves keys out, and turns a list with
// gaps into an object: a piece reads what can be read and otherwise says "nothing", so that one odd field never
// takes a whole screen down.
import * as v from 'valibot'
import { plainText } from './plainText.ts'

const scalar = v.union([v.string(), v.number()])

// A piece with a fallback is never put into a pipe: valibot gives a missing key the fallback as it is, and skips what
// stands after it. So the two that are built upon come without one.

/** Text exactly as sent, where there is some. */
export const rawText = v.pipe(scalar, v.transform(String))

/** Text to show, where there is some: one line, without markup. */
const displayText = v.pipe(
  scalar,
  v.transform((value) => plainText(String(value))),
)

/** Text exactly as sent; '' without any. For ids of providers, tokens and addresses. */
export const rawTextOrEmpty = v.fallback(rawText, '')

/** Text to show: one line, without markup; '' without any. */
export const displayTextOrEmpty = v.fallback(displayText, '')

/** Text to show that must not be empty. */
export const nonEmptyText = v.pipe(displayText, v.minLength(1))

/** A number that is finite and not negative, from a number or its digits. */
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

/** PHP's truth: true, 1 or '1'. */
export const flag = v.fallback(v.pipe(v.unknown(), v.transform(isTrue)), false)

/** PHP's yes. A body without it proves nothing, and is no answer. */
export const mustBeTrue = v.pipe(v.unknown(), v.check(isTrue))

/** The piece, or undefined where it can't be read. */
export const maybe = <T extends v.GenericSchema>(schema: T) => v.fallback(v.nullish(schema), undefined)

/** A moment as ISO 8601 in UTC, from 'YYYY-MM-DD HH:MM:SS', which is UTC, or from ISO 8601. */
export const timestamp = v.pipe(
  v.string(),
  v.transform(
    (value) => new Date(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value) ? `${value.replace(' ', 'T')}Z` : value),
  ),
  // Neither an invalid one nor WordPress's zeros.
  v.check((value) => value.getTime() > 0),
  v.transform((value) => value.toISOString()),
)

/** A moment, or undefined for none: lifetime has none. */
export const optionalTimestamp = maybe(timestamp)

/** An address of this origin or of the web; undefined for anything else, `javascript:` and its like above all. */
export const safeUrl = maybe(v.pipe(v.string(), v.trim(), v.regex(/^(?:\/(?!\/)|https?:\/\/)[^\s\\]+$/i)))

/** Any object. */
export const record = v.record(v.string(), v.unknown())

/** A list whose unreadable rows are left out. PHP writes one as an object when its numbering has gaps. */
export const lenientArray = <T extends v.GenericSchema>(schema: T) =>
  v.pipe(
    v.union([v.array(v.unknown()), record]),
    v.transform((value) =>
      Object.values(value).flatMap((row): v.InferOutput<T>[] => {
        const result = v.safeParse(schema, row)
        return result.success ? [result.output] : []
      }),
    ),
  )

/** The same, where a missing list is an empty one. */
export const lenientArrayOrEmpty = <T extends v.GenericSchema>(schema: T) =>
  v.fallback(lenientArray(schema), (): v.InferOutput<T>[] => [])

/** `ID` where WordPress core writes, `id` where the membership service does. */
export const withId = (value: Record<string, unknown>): Record<string, unknown> => ({
  ...value,
  id: value.ID ?? value.id,
})

/**
 * The reader of a schema: takes a body, gives the domain's shape.
 * @throws when the body can't be read at all, which `outcome` tells as no answer
 */
export const createParser =
  <T extends v.GenericSchema>(schema: T) =>
  (body: unknown): v.InferOutput<T> =>
    v.parse(schema, body)
