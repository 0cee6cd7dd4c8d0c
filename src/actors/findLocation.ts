import { createActor, toPromise } from 'xstate'
import { type LocationOption } from '../../machines/locationPicker.ts'
import { type Address } from '../api/memberParsers.ts'
import { type createLocationActors } from './locationPicker.ts'

/** The lists beside the application in which an address is found again, and what was found. */
export type FoundLocation = {
  countries: LocationOption[]
  states: LocationOption[]
  cities: LocationOption[]
  country: LocationOption | undefined
  state: LocationOption | undefined
  city: string
}

const isSameText = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Finds the country, state and city of an address, with the lists that they stand in. A record names a state by its
 * code or by its name; one that no list has stays as it was written, without an id.
 * Fails where a list does not come.
 */
export async function findLocation(
  { loadCountries, loadStates, loadCities }: ReturnType<typeof createLocationActors>,
  { country: code, state: writtenState, city }: Pick<Address, 'country' | 'state' | 'city'>,
): Promise<FoundLocation> {
  const countries = await toPromise(createActor(loadCountries).start())
  const country = countries.find(({ iso2 }) => iso2 === code)
  const states = country ? await toPromise(createActor(loadStates, { input: { country } }).start()) : []
  const knownState = states.find(({ iso2, name }) => isSameText(iso2, writtenState) || isSameText(name, writtenState))
  const cities = knownState
    ? await toPromise(createActor(loadCities, { input: { country, state: knownState } }).start())
    : []
  const state = knownState ?? (writtenState === '' ? undefined : { id: 0, name: writtenState, iso2: '' })
  return {
    countries,
    states,
    cities,
    country,
    state,
    city: cities.find(({ name }) => isSameText(name, city))?.name ?? city,
  }
}
