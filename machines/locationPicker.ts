/**
 * locationPicker: country, then its states, then their cities, each list loaded when the one above it is chosen.
 *
 *   loading ─▶ open.unchosen ──country.choose──▶ loadingStates ─▶ listed ──state.choose──▶ loadingCities
 *      └─▶ failed                                     ├─▶ free (no states: free text)          ├─▶ cityListed
 *                                                     └─▶ statesFailed                         ├─▶ cityFree
 *   What failed can be fetched again, or typed.                                                └─▶ citiesFailed
 */
import { assign, fromPromise, setup } from 'xstate'

/** A country with its ISO2 code; a state with its code within the country; a city has none. */
export type LocationOption = { id: number; name: string; iso2: string }

export type LocationContext = {
  countries: LocationOption[]
  states: LocationOption[]
  cities: LocationOption[]
  country: LocationOption | undefined
  /** Without an id where it was typed. */
  state: LocationOption | undefined
  city: string
}

export type LocationEvent =
  | { type: 'country.choose'; country: LocationOption }
  | { type: 'country.clear' }
  | { type: 'state.choose'; state: LocationOption }
  | { type: 'state.type'; name: string }
  | { type: 'city.choose'; name: string }
  | { type: 'city.type'; name: string }
  | { type: 'countries.retry' }
  | { type: 'states.retry' }
  | { type: 'cities.retry' }

export const locationPickerMachine = setup({
  types: {} as {
    context: LocationContext
    events: LocationEvent
    tags: 'busy'
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadCountries: fromPromise<LocationOption[]>(() => {
      throw new Error('locationPicker: provide loadCountries')
    }),
    /** Empty for a country without states. */
    loadStates: fromPromise<LocationOption[], { country: LocationOption | undefined }>(() => {
      throw new Error('locationPicker: provide loadStates')
    }),
    loadCities: fromPromise<
      LocationOption[],
      { country: LocationOption | undefined; state: LocationOption | undefined }
    >(() => {
      throw new Error('locationPicker: provide loadCities')
    }),
  },
  actions: {
    rememberCountries: assign((_, { places }: { places: LocationOption[] }) => ({ countries: places })),
    rememberStates: assign((_, { places }: { places: LocationOption[] }) => ({ states: places })),
    rememberCities: assign((_, { places }: { places: LocationOption[] }) => ({ cities: places })),
    rememberCountry: assign((_, { country }: { country: LocationOption }) => ({ country })),
    forgetCountry: assign({ country: undefined }),
    rememberState: assign((_, { state }: { state: LocationOption }) => ({ state })),
    rememberTypedState: assign((_, { name }: { name: string }) => ({
      state: name.trim() === '' ? undefined : { id: 0, name, iso2: '' },
    })),
    forgetState: assign({ states: [], state: undefined }),
    rememberCity: assign((_, { name }: { name: string }) => ({ city: name })),
    forgetCity: assign({ cities: [], city: '' }),
  },
  guards: {
    isEmpty: (_, { places }: { places: LocationOption[] }) => places.length === 0,
    hasCountry: ({ context }) => context.country !== undefined,
  },
}).createMachine({
  id: 'locationPicker',
  context: { countries: [], states: [], cities: [], country: undefined, state: undefined, city: '' },
  initial: 'loading',
  states: {
    loading: {
      description: 'The countries are fetched.',
      tags: ['busy'],
      invoke: {
        id: 'loadCountries',
        src: 'loadCountries',
        onDone: {
          target: 'open',
          actions: { type: 'rememberCountries', params: ({ event }) => ({ places: event.output }) },
        },
        onError: 'failed',
      },
    },
    failed: {
      description: 'The countries could not be loaded. The location is optional, so the form goes on without.',
      meta: { requirement: 'location.free' },
      on: { 'countries.retry': 'loading' },
    },
    open: {
      on: {
        'country.choose': {
          target: '.loadingStates',
          actions: { type: 'rememberCountry', params: ({ event }) => event },
        },
        'country.clear': {
          guard: 'hasCountry',
          target: '.unchosen',
          actions: ['forgetCountry', 'forgetState', 'forgetCity'],
        },
      },
      initial: 'unchosen',
      states: {
        unchosen: { description: 'No country is chosen.', meta: { requirement: 'location.lists' } },
        loadingStates: {
          description: 'The states of the country are fetched.',
          tags: ['busy'],
          entry: ['forgetState', 'forgetCity'],
          invoke: {
            id: 'loadStates',
            src: 'loadStates',
            input: ({ context: { country } }) => ({ country }),
            onDone: [
              { guard: { type: 'isEmpty', params: ({ event }) => ({ places: event.output }) }, target: 'free' },
              {
                target: 'listed',
                actions: { type: 'rememberStates', params: ({ event }) => ({ places: event.output }) },
              },
            ],
            onError: 'statesFailed',
          },
        },
        free: {
          description: 'The country has no states in the list: whatever is typed is taken.',
          meta: { requirement: 'location.free' },
          on: {
            'state.type': { actions: { type: 'rememberTypedState', params: ({ event }) => event } },
            'city.type': { actions: { type: 'rememberCity', params: ({ event }) => event } },
          },
        },
        statesFailed: {
          description: 'The states could not be loaded: they can be fetched again, or typed.',
          meta: { requirement: 'location.free' },
          on: {
            'states.retry': 'loadingStates',
            'state.type': { actions: { type: 'rememberTypedState', params: ({ event }) => event } },
            'city.type': { actions: { type: 'rememberCity', params: ({ event }) => event } },
          },
        },
        listed: {
          meta: { requirement: 'location.lists' },
          on: {
            'state.choose': {
              target: '.loadingCities',
              actions: { type: 'rememberState', params: ({ event }) => event },
            },
          },
          initial: 'stateless',
          states: {
            stateless: { description: 'A state can be searched for and chosen; none is yet.' },
            loadingCities: {
              description: 'The cities of the state are fetched.',
              tags: ['busy'],
              entry: 'forgetCity',
              invoke: {
                id: 'loadCities',
                src: 'loadCities',
                input: ({ context: { country, state } }) => ({ country, state }),
                onDone: [
                  { guard: { type: 'isEmpty', params: ({ event }) => ({ places: event.output }) }, target: 'cityFree' },
                  {
                    target: 'cityListed',
                    actions: { type: 'rememberCities', params: ({ event }) => ({ places: event.output }) },
                  },
                ],
                onError: 'citiesFailed',
              },
            },
            cityListed: {
              description: 'A city can be searched for and chosen.',
              meta: { requirement: 'location.lists' },
              on: { 'city.choose': { actions: { type: 'rememberCity', params: ({ event }) => event } } },
            },
            cityFree: {
              description: 'The state has no cities in the list: whatever is typed is taken.',
              meta: { requirement: 'location.free' },
              on: { 'city.type': { actions: { type: 'rememberCity', params: ({ event }) => event } } },
            },
            citiesFailed: {
              description: 'The cities could not be loaded: they can be fetched again, or typed.',
              meta: { requirement: 'location.free' },
              on: {
                'cities.retry': 'loadingCities',
                'city.type': { actions: { type: 'rememberCity', params: ({ event }) => event } },
              },
            },
          },
        },
      },
    },
  },
})
