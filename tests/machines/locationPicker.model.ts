import { locationPickerMachine } from '../../machines/locationPicker.ts'
import { createModel } from '../paths/model.ts'

const unitedStates = { id: 233, name: 'United States', iso2: 'US' }
const monaco = { id: 145, name: 'Monaco', iso2: 'MC' }
const ohio = { id: 1422, name: 'Ohio', iso2: 'OH' }
const maine = { id: 1453, name: 'Maine', iso2: 'ME' }
const portland = { id: 1, name: 'Portland', iso2: '' }
const dayton = { id: 113_000, name: 'Dayton', iso2: '' }

export default createModel({
  machine: locationPickerMachine,
  inputs: {
    'the card form': undefined,
    'the profile form': { address: { country: 'US', state: 'ME', city: 'Portland' } },
    'the profile form of an address without a state': { address: { country: 'US', state: '', city: '' } },
  },
  events: {
    'country.choose': { 'the United States': { country: unitedStates }, Monaco: { country: monaco } },
    'country.clear': 'Clear the country',
    'state.choose': { Ohio: { state: ohio } },
    'state.type': { 'a name': { name: 'La Condamine' }, nothing: { name: ' ' } },
    'city.choose': { Dayton: { name: 'Dayton' } },
    'city.type': { 'a name': { name: 'Monte Carlo' } },
    'countries.retry': 'Press Try again beside the country',
    'states.retry': 'Press Try again beside the state',
    'cities.retry': 'Press Try again beside the city',
  },
  outcomes: {
    loadCountries: { done: { loaded: [unitedStates, monaco] }, error: { unreachable: { message: 'no connection' } } },
    loadStates: { done: { loaded: [ohio], none: [] }, error: { unreachable: { message: 'no connection' } } },
    findLocation: {
      done: {
        'state and city are listed': { country: unitedStates, states: [ohio, maine], state: maine, cities: [portland] },
        'the city is not listed': { country: unitedStates, states: [ohio, maine], state: maine, cities: [] },
        'the state is not listed': { country: unitedStates, states: [], state: undefined, cities: [] },
        'the country is not listed': { country: undefined, states: [], state: undefined, cities: [] },
        'only the country has a list': { country: unitedStates, states: [ohio, maine], state: undefined, cities: [] },
      },
      error: { unreachable: { message: 'no connection' } },
    },
    loadCities: { done: { loaded: [dayton], none: [] }, error: { unreachable: { message: 'no connection' } } },
  },
  stateKey: ({ context }) => [context.country === undefined, context.address],
  invariants: {
    'a shown list is not empty': ({ value, context }) => {
      const shown = JSON.stringify(value)
      return (
        (!shown.includes('"listed"') || context.states.length > 0) &&
        (!shown.includes('"cityListed"') || context.cities.length > 0)
      )
    },
    'a new country clears state and city': (snapshot) =>
      !snapshot.matches({ open: 'loadingStates' }) ||
      (snapshot.context.state === undefined && snapshot.context.address.state + snapshot.context.address.city === ''),
    'a new state clears the city': (snapshot) =>
      !snapshot.matches({ open: { listed: 'loadingCities' } }) || snapshot.context.address.city === '',
    'states load for a country only, cities for a state only': (snapshot) =>
      (!snapshot.matches({ open: 'loadingStates' }) || snapshot.context.country !== undefined) &&
      (!snapshot.matches({ open: { listed: 'loadingCities' } }) || snapshot.context.state !== undefined),
  },
  texts: {
    events: {
      'country.choose / the United States': 'Choose the United States',
      'country.choose / Monaco': 'Choose Monaco',
      'state.choose': 'Choose Ohio',
      'state.type': 'Type a state',
      'city.choose': 'Choose Dayton',
      'city.type': 'Type a city',
    },
    outcomes: {
      'loadCountries done / loaded': 'The list of countries loads',
      'loadCountries error': 'The list of countries does not load',
      'loadStates done / loaded': 'The states of the country load',
      'loadStates done / none': 'The country has no states',
      'loadStates error': 'The states of the country do not load',
      'findLocation done / state and city are listed': 'The lists have the state and the city',
      'findLocation done / the city is not listed': 'The list of cities does not have the city',
      'findLocation done / the state is not listed': 'The list of states does not have the state',
      'findLocation done / the country is not listed': 'The list of countries does not have the country',
      'findLocation done / only the country has a list': 'The address has no state, and the list of states loads',
      'findLocation error': 'The lists of the address do not load',
      'loadCities done / loaded': 'The cities of the state load',
      'loadCities done / none': 'The state has no cities',
      'loadCities error': 'The cities of the state do not load',
    },
  },
  manual: {
    starts: {
      'the card form': { as: 'guest', open: '/subscribe/102' },
      'the profile form': { as: 'member', open: '/profile/edit' },
      'the profile form of an address without a state': {
        as: 'member',
        before: 'At `/profile/edit`, clear the country, select it again and press _Save changes_.',
        open: '/profile/edit',
      },
    },
    causedBy: {
      'loadCountries error': {
        set: 'In the browser’s tools, block requests to `/location/countries.json`; unblock them after the next step.',
      },
      'loadStates error': {
        set: 'In the browser’s tools, block requests to `/location/states/`; unblock them after the next step.',
      },
      'loadCities error': {
        set: 'In the browser’s tools, block requests to `/location/cities/`; unblock them after the next step.',
      },
      'findLocation done / the city is not listed': { impossible: 'The lists have the city of the seeded address.' },
      'findLocation done / the state is not listed': { impossible: 'The lists have the state of the seeded address.' },
      'findLocation done / the country is not listed': { impossible: 'The lists have every country.' },
      'findLocation error': {
        set: 'In the browser’s tools, block requests to `/location/states/`; unblock them after the next step.',
      },
      'loadCities done / none': { set: 'Choose a state without cities in the next step.' },
    },
  },
})
