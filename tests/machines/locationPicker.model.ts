import { locationPickerMachine } from '../../machines/locationPicker.ts'
import { createModel } from '../paths/model.ts'

const unitedStates = { id: 233, name: 'United States', iso2: 'US' }
const monaco = { id: 145, name: 'Monaco', iso2: 'MC' }
const ohio = { id: 1422, name: 'Ohio', iso2: 'OH' }
const dayton = { id: 113_000, name: 'Dayton', iso2: '' }

export default createModel({
  machine: locationPickerMachine,
  inputs: { 'the card form': undefined },
  events: {
    'country.choose': { 'the United States': { country: unitedStates }, Monaco: { country: monaco } },
    'country.clear': { '': {} },
    'state.choose': { Ohio: { state: ohio } },
    'state.type': { 'a name': { name: 'La Condamine' }, nothing: { name: ' ' } },
    'city.choose': { Dayton: { name: 'Dayton' } },
    'city.type': { 'a name': { name: 'Monte Carlo' } },
    'countries.retry': { '': {} },
    'states.retry': { '': {} },
    'cities.retry': { '': {} },
  },
  outcomes: {
    loadCountries: { done: { loaded: [unitedStates, monaco] }, error: { unreachable: { message: 'no line' } } },
    loadStates: { done: { loaded: [ohio], none: [] }, error: { unreachable: { message: 'no line' } } },
    loadCities: { done: { loaded: [dayton], none: [] }, error: { unreachable: { message: 'no line' } } },
  },
  stateKey: ({ context }) => [context.state?.name, context.city],
  invariants: {
    'a list that is shown is not empty': ({ value, context }) => {
      const shown = JSON.stringify(value)
      return (
        (!shown.includes('"listed"') || context.states.length > 0) &&
        (!shown.includes('"cityListed"') || context.cities.length > 0)
      )
    },
    'nothing is left of a country that was changed': (snapshot) =>
      !(snapshot.matches({ open: 'loadingStates' }) || snapshot.matches({ open: 'unchosen' })) ||
      (snapshot.context.state === undefined && snapshot.context.city === ''),
    'nothing is left of a state that was changed': (snapshot) =>
      !snapshot.matches({ open: { listed: 'loadingCities' } }) || snapshot.context.city === '',
    'states are asked for of a country, cities of a state': (snapshot) =>
      (!snapshot.matches({ open: 'loadingStates' }) || snapshot.context.country !== undefined) &&
      (!snapshot.matches({ open: { listed: 'loadingCities' } }) || snapshot.context.state !== undefined),
  },
  texts: {
    events: {
      'country.choose / the United States': 'Choose the United States',
      'country.choose / Monaco': 'Choose Monaco',
      'country.clear': 'Take the country away',
      'state.choose': 'Choose Ohio',
      'state.type': 'Type a state',
      'city.choose': 'Choose Dayton',
      'city.type': 'Type a city',
      'countries.retry': 'Press Retry beside the countries',
      'states.retry': 'Press Retry beside the states',
      'cities.retry': 'Press Retry beside the cities',
    },
    outcomes: {
      'loadCountries done / loaded': 'The list of countries comes',
      'loadCountries error': 'The list of countries does not come',
      'loadStates done / loaded': 'The states of the country come',
      'loadStates done / none': 'The country has no states',
      'loadStates error': 'The states of the country do not come',
      'loadCities done / loaded': 'The cities of the state come',
      'loadCities done / none': 'The state has no cities',
      'loadCities error': 'The cities of the state do not come',
    },
  },
  manual: {
    starts: { '': { as: 'guest', open: '/subscribe/102' } },
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
      'loadCities done / none': { set: 'Choose a state without cities in the next step.' },
    },
  },
})
