import * as v from 'valibot'
import { fromPromise } from 'xstate'
import { type FoundLocation, type LocationAddress, type LocationOption } from '../../machines/locationPicker.ts'
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

type Fetch = (address: string, init: { signal: AbortSignal }) => Promise<Response>

// Codes become parts of a URL, so they have only letters and digits.
const code = v.pipe(rawText, v.regex(/^[\dA-Z]+$/i))
/** For one file. */
const timeoutMs = 15_000

const locationFields = { id, name: nonEmptyText, iso2: code }
/** `states` is their number, undefined where the file does not say. `whole`: all cities of the country are one file. */
const parseCountries = createParser(
  lenientArray(v.object({ ...locationFields, states: maybe(nonNegativeNumber), whole: flag })),
)
const parseStates = createParser(lenientArray(v.object({ ...locationFields, cities: maybe(nonNegativeNumber) })))
const parseNames = createParser(lenientArray(nonEmptyText))
const parseNamesByState = createParser(v.record(v.string(), v.unknown()))

const isSameText = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()
const toOption = ({ id, name, iso2 }: LocationOption): LocationOption => ({ id, name, iso2 })

/**
 * Loads countries, states and cities from the files in public/location (made by server/generateLocation.mjs). A file is
 * fetched on first use and then cached; a failed fetch is not. Rejects if a file does not arrive within 15 s or cannot
 * be parsed.
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

  const countriesOf = (signal: AbortSignal) => loadFile('countries', parseCountries, signal)

  async function statesOf(countryCode: string | undefined, signal: AbortSignal) {
    const country = (await countriesOf(signal)).find(({ iso2 }) => iso2 === countryCode)
    return country && country.states !== 0 ? loadFile(`states/${country.iso2}`, parseStates, signal) : []
  }

  async function citiesOf(countryCode: string | undefined, stateCode: string | undefined, signal: AbortSignal) {
    const country = (await countriesOf(signal)).find(({ iso2 }) => iso2 === countryCode)
    const state = (await statesOf(countryCode, signal)).find(({ iso2 }) => iso2 === stateCode)
    if (!country || !state || state.cities === 0) return []
    const names = country.whole
      ? parseNames((await loadFile(`cities/${country.iso2}`, parseNamesByState, signal))[state.iso2] ?? [])
      : await loadFile(`cities/${country.iso2}-${state.iso2}`, parseNames, signal)
    // The files have no id for a city, so its position is the id.
    return names.map((name, index): LocationOption => ({ id: index + 1, name, iso2: '' }))
  }

  return {
    loadCountries: fromPromise<LocationOption[]>(async ({ signal }) => (await countriesOf(signal)).map(toOption)),
    loadStates: fromPromise<LocationOption[], { country: LocationOption | undefined }>(
      async ({ input: { country }, signal }) => (await statesOf(country?.iso2, signal)).map(toOption),
    ),
    loadCities: fromPromise<
      LocationOption[],
      { country: LocationOption | undefined; state: LocationOption | undefined }
    >(({ input: { country, state }, signal }) => citiesOf(country?.iso2, state?.iso2, signal)),
    /** Matches a state by code or name, and ignores case. */
    findLocation: fromPromise<FoundLocation, LocationAddress>(async ({ input: address, signal }) => {
      const country = (await countriesOf(signal)).find(({ iso2 }) => iso2 === address.country)
      const states = (await statesOf(country?.iso2, signal)).map(toOption)
      const state = states.find(({ iso2, name }) => isSameText(iso2, address.state) || isSameText(name, address.state))
      const cities = state ? await citiesOf(country?.iso2, state.iso2, signal) : []
      const isStateListed = state !== undefined || address.state + address.city === ''
      const isCityListed = address.city === '' || cities.some(({ name }) => isSameText(name, address.city))
      return {
        country: country && toOption(country),
        states: isStateListed ? states : [],
        state,
        cities: isCityListed ? cities : [],
      }
    }),
  }
}
