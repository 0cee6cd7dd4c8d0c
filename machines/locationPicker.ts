/**
 * locationPicker: selects a country, then a state of it, then a city of the state. Each list loads when its parent is
 * selected. With an address as input, the picker starts with it selected.
 *
 *   loading ─┬────────────▶ open.countryNotSelected ──country.choose──▶ loadingStates ─▶ listed ──state.choose──▶ loadingCities
 *      │     └▶ prefilling ─▶ open.…                             ├─▶ freeText (no states)                ├─▶ cityListed
 *      └─▶ failed                                                └─▶ statesFailed                        ├─▶ cityFreeText
 *   If a list fails to load, the user can retry or type the value.                                       └─▶ citiesFailed
 */
import { assign, setup } from 'xstate'
import { createStubs } from './stub.ts'

/** `iso2` is the ISO 3166 code of a country, the code of a state within its country, and '' for a city. */
export type LocationOption = { id: number; name: string; iso2: string }

/** `country` is an ISO 3166 code; `state` a name, or a code as an older record has it. '' for an empty part. */
export type LocationAddress = { country: string; state: string; city: string }

/** The lists for an address. `states` is empty unless it has the address's state, `cities` unless it has the city. */
export type FoundLocation = Pick<LocationContext, 'country' | 'states' | 'state' | 'cities'>

export type LocationContext = {
  countries: LocationOption[]
  states: LocationOption[]
  cities: LocationOption[]
  country: LocationOption | undefined
  state: LocationOption | undefined
  /** The address as it is now. It changes only when something is selected, typed or cleared. */
  address: LocationAddress
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

const emptyAddress: LocationAddress = { country: '', state: '', city: '' }

const stub = createStubs('locationPicker')

export const locationPickerMachine = setup({
  types: {} as {
    input: { address: LocationAddress } | undefined
    context: LocationContext
    events: LocationEvent
    tags: 'busy'
    meta: { requirement: string | readonly string[] }
  },
  actors: {
    loadCountries: stub.promise<LocationOption[]>('loadCountries'),
    /** Empty for a country without states. */
    loadStates: stub.promise<LocationOption[], Pick<LocationContext, 'country'>>('loadStates'),
    loadCities: stub.promise<LocationOption[], Pick<LocationContext, 'country' | 'state'>>('loadCities'),
    /** Finds an address in the lists. */
    findLocation: stub.promise<FoundLocation, LocationAddress>('findLocation'),
  },
  actions: {
    setCountries: assign((_, countries: LocationOption[]) => ({ countries })),
    setStates: assign((_, states: LocationOption[]) => ({ states })),
    setCities: assign((_, cities: LocationOption[]) => ({ cities })),
    setLocation: assign((_, found: FoundLocation) => found),
    setCountry: assign(({ context }, { country }: { country: LocationOption | undefined }) => ({
      country,
      address: { ...context.address, country: country?.iso2 ?? '' },
    })),
    setState: assign(({ context }, { state }: { state: LocationOption }) => ({
      state,
      address: { ...context.address, state: state.name },
    })),
    setText: assign(({ context }, part: Partial<LocationAddress>) => ({ address: { ...context.address, ...part } })),
    clearState: assign(({ context }) => ({
      states: [],
      state: undefined,
      cities: [],
      address: { ...context.address, state: '', city: '' },
    })),
    clearCity: assign(({ context }) => ({ cities: [], address: { ...context.address, city: '' } })),
  },
  guards: {
    isEmpty: (_, options: LocationOption[]) => options.length === 0,
    hasCountry: ({ context }) => context.country !== undefined,
    hasAddress: ({ context }) => context.address.country !== '',
    isCountryUnlisted: ({ context }) => context.country === undefined,
    isStateUnlisted: ({ context }) => context.states.length === 0,
    hasCities: ({ context }) => context.cities.length > 0,
    isStateEmpty: ({ context }) => context.address.state + context.address.city === '',
  },
}).createMachine({
  id: 'locationPicker',
  context: ({ input }) => ({
    countries: [],
    states: [],
    cities: [],
    country: undefined,
    state: undefined,
    address: input?.address ?? emptyAddress,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The countries load.',
      tags: ['busy'],
      invoke: {
        id: 'loadCountries',
        src: 'loadCountries',
        onDone: [
          {
            guard: 'hasAddress',
            target: 'prefilling',
            actions: { type: 'setCountries', params: ({ event }) => event.output },
          },
          { target: 'open', actions: { type: 'setCountries', params: ({ event }) => event.output } },
        ],
        onError: 'failed',
      },
    },
    prefilling: {
      description: 'The lists for the address load. An address that is not in the lists stays unchanged.',
      meta: { requirement: ['location.prefill', 'location.unlisted'] },
      tags: ['busy'],
      invoke: {
        id: 'findLocation',
        src: 'findLocation',
        input: ({ context }) => context.address,
        onDone: { target: 'open.prefilled', actions: { type: 'setLocation', params: ({ event }) => event.output } },
        onError: 'open',
      },
    },
    failed: {
      description: 'The countries could not be loaded. The location is optional, so the form works without it.',
      meta: { requirement: 'location.free' },
      on: { 'countries.retry': 'loading' },
    },
    open: {
      on: {
        'country.choose': { target: '.loadingStates', actions: { type: 'setCountry', params: ({ event }) => event } },
        'country.clear': {
          guard: 'hasCountry',
          target: '.countryNotSelected',
          actions: [{ type: 'setCountry', params: { country: undefined } }, 'clearState'],
        },
      },
      initial: 'countryNotSelected',
      states: {
        countryNotSelected: {
          description: 'No country is selected. The address of the input stays until the user selects one.',
          meta: { requirement: ['location.lists', 'location.optional'] },
        },
        prefilled: {
          description: 'The lists for the address are loaded. Their content decides the next state.',
          always: [
            { guard: 'isCountryUnlisted', target: 'countryNotSelected' },
            { guard: 'isStateUnlisted', target: 'freeText' },
            { guard: 'isStateEmpty', target: 'listed' },
            { guard: 'hasCities', target: 'listed.cityListed' },
            { target: 'listed.cityFreeText' },
          ],
        },
        loadingStates: {
          description: 'The states of the country load.',
          tags: ['busy'],
          entry: 'clearState',
          invoke: {
            id: 'loadStates',
            src: 'loadStates',
            input: ({ context: { country } }) => ({ country }),
            onDone: [
              { guard: { type: 'isEmpty', params: ({ event }) => event.output }, target: 'freeText' },
              { target: 'listed', actions: { type: 'setStates', params: ({ event }) => event.output } },
            ],
            onError: 'statesFailed',
          },
        },
        freeText: {
          description: 'The list has no states for the country: state and city are text fields.',
          meta: { requirement: 'location.free' },
          on: {
            'state.type': { actions: { type: 'setText', params: ({ event }) => ({ state: event.name }) } },
            'city.type': { actions: { type: 'setText', params: ({ event }) => ({ city: event.name }) } },
          },
        },
        statesFailed: {
          description: 'The states could not be loaded: retry, or type state and city.',
          meta: { requirement: 'location.free' },
          on: {
            'states.retry': 'loadingStates',
            'state.type': { actions: { type: 'setText', params: ({ event }) => ({ state: event.name }) } },
            'city.type': { actions: { type: 'setText', params: ({ event }) => ({ city: event.name }) } },
          },
        },
        listed: {
          meta: { requirement: 'location.lists' },
          on: {
            'state.choose': { target: '.loadingCities', actions: { type: 'setState', params: ({ event }) => event } },
          },
          initial: 'stateNotSelected',
          states: {
            stateNotSelected: { description: 'The states are listed and none is selected.' },
            loadingCities: {
              description: 'The cities of the state load.',
              tags: ['busy'],
              entry: 'clearCity',
              invoke: {
                id: 'loadCities',
                src: 'loadCities',
                input: ({ context: { country, state } }) => ({ country, state }),
                onDone: [
                  { guard: { type: 'isEmpty', params: ({ event }) => event.output }, target: 'cityFreeText' },
                  { target: 'cityListed', actions: { type: 'setCities', params: ({ event }) => event.output } },
                ],
                onError: 'citiesFailed',
              },
            },
            cityListed: {
              description: 'The cities are listed.',
              meta: { requirement: 'location.lists' },
              on: { 'city.choose': { actions: { type: 'setText', params: ({ event }) => ({ city: event.name }) } } },
            },
            cityFreeText: {
              description: 'The state has no list of cities: the city is a text field.',
              meta: { requirement: 'location.free' },
              on: { 'city.type': { actions: { type: 'setText', params: ({ event }) => ({ city: event.name }) } } },
            },
            citiesFailed: {
              description: 'The cities could not be loaded: retry, or type the city.',
              meta: { requirement: 'location.free' },
              on: {
                'cities.retry': 'loadingCities',
                'city.type': { actions: { type: 'setText', params: ({ event }) => ({ city: event.name }) } },
              },
            },
          },
        },
      },
    },
  },
})
