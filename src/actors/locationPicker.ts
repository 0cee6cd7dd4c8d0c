import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type FoundLocation, type LocationAddress, type LocationOption } from '../../machines/locationPicker.ts'
import {
  citiesByStateQuery,
  citiesQuery,
  countriesQuery,
  statesQuery,
  type FetchFile,
} from '../queries/locationQueries.ts'

const isSameText = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()
const toOption = ({ id, name, iso2 }: LocationOption): LocationOption => ({ id, name, iso2 })

/**
 * The actors of the locationPicker machine. They reject if a list does not arrive within 15 s or cannot be parsed; the
 * next start requests it again.
 */
export const createLocationActors = ({ queryClient, fetch }: { queryClient: QueryClient; fetch: FetchFile }) => {
  const countriesOf = () => queryClient.query(countriesQuery(fetch))

  async function statesOf(countryCode: string | undefined) {
    const country = (await countriesOf()).find(({ iso2 }) => iso2 === countryCode)
    return country && country.states !== 0 ? queryClient.query(statesQuery(fetch, country.iso2)) : []
  }

  async function citiesOf(countryCode: string | undefined, stateCode: string | undefined) {
    const country = (await countriesOf()).find(({ iso2 }) => iso2 === countryCode)
    const state = (await statesOf(countryCode)).find(({ iso2 }) => iso2 === stateCode)
    if (!country || !state || state.cities === 0) return []
    const names = country.whole
      ? ((await queryClient.query(citiesByStateQuery(fetch, country.iso2)))[state.iso2] ?? [])
      : await queryClient.query(citiesQuery(fetch, country.iso2, state.iso2))
    // The files have no id for a city, so its position is the id.
    return names.map((name, index): LocationOption => ({ id: index + 1, name, iso2: '' }))
  }

  return {
    loadCountries: fromPromise<LocationOption[]>(async () => (await countriesOf()).map(toOption)),
    loadStates: fromPromise<LocationOption[], { country: LocationOption | undefined }>(async ({ input: { country } }) =>
      (await statesOf(country?.iso2)).map(toOption),
    ),
    loadCities: fromPromise<
      LocationOption[],
      { country: LocationOption | undefined; state: LocationOption | undefined }
    >(({ input: { country, state } }) => citiesOf(country?.iso2, state?.iso2)),
    /** Matches a state by code or name, and ignores case. */
    findLocation: fromPromise<FoundLocation, LocationAddress>(async ({ input: address }) => {
      const country = (await countriesOf()).find(({ iso2 }) => iso2 === address.country)
      const states = (await statesOf(country?.iso2)).map(toOption)
      const state = states.find(({ iso2, name }) => isSameText(iso2, address.state) || isSameText(name, address.state))
      const cities = state ? await citiesOf(country?.iso2, state.iso2) : []
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
