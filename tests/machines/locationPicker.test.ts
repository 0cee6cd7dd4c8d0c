import { locationPickerMachine } from '../../machines/locationPicker.ts'
import { done, errored, testExamples } from './runEvents.ts'

const usa = { id: 233, name: 'United States', iso2: 'US' }
const monaco = { id: 145, name: 'Monaco', iso2: 'MC' }
const ohio = { id: 1422, name: 'Ohio', iso2: 'OH' }
const dayton = { id: 113000, name: 'Dayton', iso2: '' }
const countries = done('loadCountries', [usa, monaco])
const chooseUsa = { type: 'country.choose', country: usa }
const ohioChosen = [countries, chooseUsa, done('loadStates', [ohio]), { type: 'state.choose', state: ohio }]
const address = { country: 'US', state: 'OH', city: 'Dayton' }

testExamples(locationPickerMachine, {
  'lists the countries': {
    requirement: 'location.lists',
    when: [countries],
    state: { open: 'countryNotSelected' },
    shows: { countries: [usa, monaco] },
  },
  'loads the states of the chosen country': {
    requirement: 'location.lists',
    when: [countries, chooseUsa],
    state: { open: 'loadingStates' },
    shows: { address: { country: 'US', state: '', city: '' } },
    starts: [['loadStates', { country: usa }]],
    tags: ['busy'],
  },
  'loads the cities of the chosen state': {
    requirement: 'location.lists',
    when: ohioChosen,
    state: { open: { listed: 'loadingCities' } },
    shows: { address: { country: 'US', state: 'Ohio', city: '' } },
    starts: [['loadCities', { country: usa, state: ohio }]],
  },
  'takes a city of the list': {
    when: [...ohioChosen, done('loadCities', [dayton]), { type: 'city.choose', name: 'Dayton' }],
    state: { open: { listed: 'cityListed' } },
    shows: { address: { country: 'US', state: 'Ohio', city: 'Dayton' } },
  },
  'has text fields for a country without states': {
    requirement: 'location.free',
    when: [
      countries,
      { type: 'country.choose', country: monaco },
      done('loadStates', []),
      { type: 'city.type', name: 'Monte Carlo' },
    ],
    state: { open: 'freeText' },
    shows: { address: { country: 'MC', state: '', city: 'Monte Carlo' } },
  },
  'clears state and city with the country': {
    when: [...ohioChosen, done('loadCities', [dayton]), { type: 'country.clear' }],
    state: { open: 'countryNotSelected' },
    shows: { country: undefined, states: [], cities: [], address: { country: '', state: '', city: '' } },
  },
  'finds the address of the profile in the lists': {
    requirement: 'location.prefill',
    input: { address },
    when: [countries],
    state: 'prefilling',
    starts: [['findLocation', { country: 'US', state: 'OH', city: 'Dayton' }]],
  },
  'keeps an address that is not in the lists': {
    requirement: 'location.unlisted',
    input: { address },
    when: [countries, done('findLocation', { country: undefined, states: [], state: undefined, cities: [] })],
    state: { open: 'countryNotSelected' },
    shows: { address },
  },
  'offers a retry and a text field if the states fail to load': {
    requirement: 'location.free',
    when: [countries, chooseUsa, errored('loadStates'), { type: 'state.type', name: 'Ohio' }],
    state: { open: 'statesFailed' },
    shows: { address: { country: 'US', state: 'Ohio', city: '' } },
  },
  'works without the list of countries': { when: [errored('loadCountries')], state: 'failed' },
})
