import { createActor, toPromise } from 'xstate'
import { type Place } from '../../machines/locationPicker.ts'
import { type Address } from '../api/readers.ts'
import { type locationActors } from './location.ts'

/** The lists beside the application in which an address is found again, and what was found. */
export type FoundPlace = {
  countries: Place[]
  states: Place[]
  cities: Place[]
  country: Place | undefined
  state: Place | undefined
  city: string
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Finds the country, state and city of an address, with the lists that they stand in. A record names a state by its
 * code or by its name; one that no list has stays as it was written, without an id.
 * Fails where a list does not come.
 */
export async function findPlace(
  { loadCountries, loadStates, loadCities }: ReturnType<typeof locationActors>,
  { country: code, state: written, city }: Pick<Address, 'country' | 'state' | 'city'>,
): Promise<FoundPlace> {
  const countries = await toPromise(createActor(loadCountries).start())
  const country = countries.find(({ iso2 }) => iso2 === code)
  const states = country ? await toPromise(createActor(loadStates, { input: { country } }).start()) : []
  const known = states.find(({ iso2, name }) => same(iso2, written) || same(name, written))
  const cities = known ? await toPromise(createActor(loadCities, { input: { country, state: known } }).start()) : []
  const state = known ?? (written === '' ? undefined : { id: 0, name: written, iso2: '' })
  return { countries, states, cities, country, state, city: cities.find(({ name }) => same(name, city))?.name ?? city }
}
