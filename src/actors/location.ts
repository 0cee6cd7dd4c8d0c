import * as v from 'valibot'
import { fromPromise } from 'xstate'
import { type Place } from '../../machines/locationPicker.ts'
import { amount, flag, id, maybe, named, reader, rowsOf, sentExact } from '../api/tolerant.ts'

/** In place of the platform's fetch. */
type Fetch = (address: string, init: { signal: AbortSignal }) => Promise<Response>

// Codes become parts of an address, so nothing else may be in them.
const code = v.pipe(sentExact, v.regex(/^[\dA-Z]+$/i))
/** How long a file may take, in ms. */
const patience = 15_000

const place = { id, name: named, iso2: code }
/** `states`: how many there are, undefined where the list does not say. `whole`: its cities are one file. */
const readCountries = reader(rowsOf(v.object({ ...place, states: maybe(amount), whole: flag })))
const readStates = reader(rowsOf(v.object({ ...place, cities: maybe(amount) })))
const readNames = reader(rowsOf(named))
const readNamesByState = reader(v.record(v.string(), v.unknown()))

/**
 * Countries, states and cities from the files beside the application (public/location; made by server/location.mjs).
 * A file is fetched when it is first needed and kept; one that did not come is asked for again.
 * Fails where a file does not come within 15 s or is no list.
 */
export const locationActors = ({ fetch }: { fetch: Fetch }) => {
  const kept = new Map<string, unknown>()

  async function file<T>(name: string, read: (body: unknown) => T, signal: AbortSignal): Promise<T> {
    const address = `/location/${name}.json`
    if (!kept.has(address)) {
      const response = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]) })
      if (!response.ok) throw new Error(`${address}: ${response.status}`)
      const body: unknown = await response.json()
      read(body)
      kept.set(address, body)
    }
    return read(kept.get(address))
  }

  const countryOf = async (country: Place | undefined, signal: AbortSignal) =>
    (await file('countries', readCountries, signal)).find(({ iso2 }) => iso2 === country?.iso2)
  const statesOf = async (country: Place | undefined, signal: AbortSignal) => {
    const known = await countryOf(country, signal)
    return known && known.states !== 0 ? file(`states/${known.iso2}`, readStates, signal) : []
  }

  return {
    loadCountries: fromPromise<Place[]>(async ({ signal }) =>
      (await file('countries', readCountries, signal)).map(({ id, name, iso2 }) => ({ id, name, iso2 })),
    ),
    loadStates: fromPromise<Place[], { country: Place | undefined }>(async ({ input: { country }, signal }) =>
      (await statesOf(country, signal)).map(({ id, name, iso2 }) => ({ id, name, iso2 })),
    ),
    loadCities: fromPromise<Place[], { country: Place | undefined; state: Place | undefined }>(
      async ({ input: { country, state }, signal }) => {
        const known = await countryOf(country, signal)
        const found = (await statesOf(country, signal)).find(({ iso2 }) => iso2 === state?.iso2)
        if (!known || !found || found.cities === 0) return []
        const names = known.whole
          ? readNames((await file(`cities/${known.iso2}`, readNamesByState, signal))[found.iso2] ?? [])
          : await file(`cities/${known.iso2}-${found.iso2}`, readNames, signal)
        // Cities have neither number nor code in the files: their place in the list tells them apart.
        return names.map((name, at) => ({ id: at + 1, name, iso2: '' }))
      },
    ),
  }
}
