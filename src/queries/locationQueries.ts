import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import {
  createParser,
  flag,
  id,
  lenientArray,
  maybe,
  nonEmptyText,
  nonNegativeNumber,
  rawText,
} from '../api/lenientSchemas.ts'

export type FetchFile = (address: string, init: { signal: AbortSignal }) => Promise<Response>

/** For one file. */
const timeoutMs = 15_000

// Codes become parts of a URL, so they have only letters and digits.
const code = v.pipe(rawText, v.regex(/^[\dA-Z]+$/i))
const locationFields = { id, name: nonEmptyText, iso2: code }
/** `states` is their number, undefined where the file does not have it. `whole`: all cities of the country are one file. */
const parseCountries = createParser(
  lenientArray(v.object({ ...locationFields, states: maybe(nonNegativeNumber), whole: flag })),
)
const parseStates = createParser(lenientArray(v.object({ ...locationFields, cities: maybe(nonNegativeNumber) })))
const parseNames = createParser(lenientArray(nonEmptyText))
const parseNamesByState = createParser(v.record(v.string(), v.unknown()))

/** A file of public/location (made by server/generateLocation.mjs). It never changes, so it is fetched once. */
const fileQuery = <T>(fetchFile: FetchFile, name: string, parse: (body: unknown) => T) =>
  queryOptions({
    queryKey: ['location', name],
    queryFn: async ({ signal }): Promise<T> => {
      const url = `/location/${name}.json`
      const response = await fetchFile(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      return parse(await response.json())
    },
    staleTime: Infinity,
    gcTime: Infinity,
  })

export const countriesQuery = (fetchFile: FetchFile) => fileQuery(fetchFile, 'countries', parseCountries)

export const statesQuery = (fetchFile: FetchFile, countryCode: string) =>
  fileQuery(fetchFile, `states/${countryCode}`, parseStates)

/** The names of the cities of one state. */
export const citiesQuery = (fetchFile: FetchFile, countryCode: string, stateCode: string) =>
  fileQuery(fetchFile, `cities/${countryCode}-${stateCode}`, parseNames)

/** The names of the cities of a small country, by the code of the state. */
export const citiesByStateQuery = (fetchFile: FetchFile, countryCode: string) =>
  fileQuery(fetchFile, `cities/${countryCode}`, (body) =>
    Object.fromEntries(Object.entries(parseNamesByState(body)).map(([state, names]) => [state, parseNames(names)])),
  )
