import * as v from 'valibot'
import {
  createParser,
  phpBoolean,
  id,
  lenientArray,
  optional,
  nonEmptyText,
  nonNegativeNumber,
  rawText,
} from './lenientSchemas.ts'

// Codes become parts of a URL, so they have only letters and digits.
const code = v.pipe(rawText, v.regex(/^[\dA-Z]+$/i))
const locationFields = { id, name: nonEmptyText, iso2: code }
/** `states` is their number, undefined if the file does not have it. `whole`: one file has all cities of the country. */
export const parseCountries = createParser(
  lenientArray(v.object({ ...locationFields, states: optional(nonNegativeNumber), whole: phpBoolean })),
)
export const parseStates = createParser(
  lenientArray(v.object({ ...locationFields, cities: optional(nonNegativeNumber) })),
)
export const parseNames = createParser(lenientArray(nonEmptyText))
/** Names by the code of the state. */
export const parseNamesByState = createParser(v.record(v.string(), lenientArray(nonEmptyText)))
