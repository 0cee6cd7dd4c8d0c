import { queryOptions } from '@tanstack/react-query'
import { parseCountries, parseNames, parseNamesByState, parseStates } from '../api/locationParsers.ts'

export type FetchFile = (address: string, init: { signal: AbortSignal }) => Promise<Response>

/** For one file. */
const timeoutMs = 15_000

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
  fileQuery(fetchFile, `cities/${countryCode}`, parseNamesByState)
