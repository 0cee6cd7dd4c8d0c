import * as v from 'valibot'
import { fromPromise } from 'xstate'
import { type LocationOption } from '../../machines/locationPicker.ts'
import {
  nonNegativeNumber,
  flag,
  id,
  maybe,
  nonEmptyText,
  createParser,
  lenientArray,
  rawText,
} from '../api/lenientSchemas.ts'

/** In place of the platform's fetch. */
type Fetch = (address: string, init: { signal: AbortSignal }) => Promise<Response>

// Codes become parts of an address, so nothing else may be in them.
const code = v.pipe(rawText, v.regex(/^[\dA-Z]+$/i))
/** How long a file may take, in ms. */
const timeoutMs = 15_000

const locationFields = { id, name: nonEmptyText, iso2: code }
/** `states`: how many there are, undefined where the list does not say. `whole`: its cities are one file. */
const parseCountries = createParser(
  lenientArray(v.object({ ...locationFields, states: maybe(nonNegativeNumber), whole: flag })),
)
const parseStates = createParser(lenientArray(v.object({ ...locationFields, cities: maybe(nonNegativeNumber) })))
const parseNames = createParser(lenientArray(nonEmptyText))
const parseNamesByState = createParser(v.record(v.string(), v.unknown()))

/**
 * Countries, states and cities from the files beside the application (public/location; made by server/generateLocation.mjs).
 * A file is fetched when it is first needed and kept; one that did not come is asked for again.
 * Fails where a file does not come within 15 s or is no list.
 */
export const createLocationActors = ({ fetch }: { fetch: Fetch }) => {
  const cache = new Map<string, unknown>()

  async function loadFile<T>(name: string, parse: (body: unknown) => T, signal: AbortSignal): Promise<T> {
    const url = `/location/${name}.json`
    if (!cache.has(url)) {
      const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      const body: unknown = await response.json()
      parse(body)
      cache.set(url, body)
    }
    return parse(cache.get(url))
  }

  const countryOf = async (country: LocationOption | undefined, signal: AbortSignal) =>
    (await loadFile('countries', parseCountries, signal)).find(({ iso2 }) => iso2 === country?.iso2)
  const statesOf = async (country: LocationOption | undefined, signal: AbortSignal) => {
    const knownCountry = await countryOf(country, signal)
    return knownCountry && knownCountry.states !== 0 ? loadFile(`states/${knownCountry.iso2}`, parseStates, signal) : []
  }

  return {
    loadCountries: fromPromise<LocationOption[]>(async ({ signal }) =>
      (await loadFile('countries', parseCountries, signal)).map(({ id, name, iso2 }) => ({ id, name, iso2 })),
    ),
    loadStates: fromPromise<LocationOption[], { country: LocationOption | undefined }>(
      async ({ input: { country }, signal }) =>
        (await statesOf(country, signal)).map(({ id, name, iso2 }) => ({ id, name, iso2 })),
    ),
    loadCities: fromPromise<
      LocationOption[],
      { country: LocationOption | undefined; state: LocationOption | undefined }
    >(async ({ input: { country, state }, signal }) => {
      const knownCountry = await countryOf(country, signal)
      const found = (await statesOf(country, signal)).find(({ iso2 }) => iso2 === state?.iso2)
      if (!knownCountry || !found || found.cities === 0) return []
      const names = knownCountry.whole
        ? parseNames((await loadFile(`cities/${knownCountry.iso2}`, parseNamesByState, signal))[found.iso2] ?? [])
        : await loadFile(`cities/${knownCountry.iso2}-${found.iso2}`, parseNames, signal)
      // Cities have neither number nor code in the files: their place in the list tells them apart.
      return names.map((name, at) => ({ id: at + 1, name, iso2: '' }))
    }),
  }
}
