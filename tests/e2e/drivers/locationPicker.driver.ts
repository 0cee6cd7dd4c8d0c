import { type Page } from '@playwright/test'
import { type locationPickerMachine } from '../../../machines/locationPicker.ts'
import model from '../../machines/locationPicker.model.ts'
import { signIn } from '../fixture.ts'
import { runDueTimers } from '../page.ts'
import { createPageDriver, inTurn, type DriverContext } from '../pageDriver.ts'
import { bringEndIntoView } from '../galleryScreenshots.ts'
import { type Call } from '../requestHold.ts'

const countries = 'GET /location/countries.json'
const states = 'GET /location/states/{country}.json'
const cities = 'GET /location/cities/{state}.json'

/**
 * Loaded lists are cached, so each selection uses a new country and a new state. For these countries, each state has a
 * file of cities.
 */
const unusedCountries = [
  ['Austria', 'AT'],
  ['Germany', 'DE'],
  ['Poland', 'PL'],
  ['Brazil', 'BR'],
  ['Mexico', 'MX'],
  ['Uruguay', 'UY'],
  ['India', 'IN'],
  ['Romania', 'RO'],
] as const

/** How many countries and states were selected, and what the fields show: selected, typed or filled in. */
type Chosen = { countries: number; states: number; code: string; country: string; state: string; city: string }
const chosenByPage = new WeakMap<Page, Chosen>()
const chosen = (page: Page): Chosen => {
  const known = chosenByPage.get(page) ?? { countries: 0, states: 0, code: '', country: '', state: '', city: '' }
  chosenByPage.set(page, known)
  return known
}

const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const textField = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const retry = (page: Page, what: string) => page.getByRole('button', { name: `Try again: load the ${what} list` })

async function chooseByKeys(page: Page, list: string, at: number) {
  for (let down = 0; down <= at; down += 1) {
    await select(page, list).press('ArrowDown')
    await runDueTimers(page)
  }
  await select(page, list).press('Enter')
}

/** Selects the option at an index and returns its text. */
async function chooseOption(page: Page, list: string, at: number): Promise<string> {
  await select(page, list).click()
  const option = page.getByRole('listbox', { name: list }).getByRole('option').nth(at)
  const name = await option.innerText()
  await option.click()
  return name
}

/** Waits until the held request is the one for this file. Responds to the requests of earlier choices, which continue. */
async function expectRequested({ hold }: DriverContext<typeof locationPickerMachine>, call: Call, file: string) {
  while (!(await hold.waitFor(call)).url().includes(file)) await hold.passThrough(call)
}

async function expectTyped({ page, expect }: DriverContext<typeof locationPickerMachine>) {
  await expect(textField(page, 'State')).toHaveValue(chosen(page).state)
  await expect(textField(page, 'City')).toHaveValue(chosen(page).city)
}

async function expectState({ page, expect }: DriverContext<typeof locationPickerMachine>) {
  await expect(select(page, 'Country')).toHaveValue(chosen(page).country)
  await expect(select(page, 'State')).toHaveValue(chosen(page).state)
}

export default createPageDriver(model, {
  prepareScreenshot: ({ page }) => bringEndIntoView(page),
  heldCalls: [countries, states, cities],
  open: async ({ page, expect }, input) => {
    if (input === 'the card form') {
      // Without a country in the profile and in the language of the browser, the form starts with none.
      await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['es-419'] }))
      await signIn(page, 'guest')
      await page.goto('/subscribe/102')
      await expect(page.getByRole('form', { name: 'Card payment' })).toBeVisible()
      return
    }
    await signIn(page, 'member')
    if (input === 'the profile form of an address without a state')
      await page.route('**/wp-json/mp/v1/members/*', async (route) => {
        const response = await route.fetch()
        const member = (await response.json()) as object
        await route.fulfill({ response, json: { ...member, address: { 'mepr-address-country': 'US' } } })
      })
    else chosenByPage.set(page, { ...chosen(page), state: 'ME', city: 'Portland' })
    await page.goto('/profile/edit')
    await expect(page.getByRole('form', { name: 'Edit details' })).toBeVisible()
  },
  events: {
    'country.choose': async ({ page, turn }) => {
      const now = chosen(page)
      const next = unusedCountries[now.countries]
      if (!next) throw new Error('The tour selects more countries than this driver lists')
      await select(page, 'Country').fill(next[0])
      const option = page.getByRole('option', { name: next[0], exact: true })
      await option.waitFor()
      await inTurn(
        turn,
        () => option.click(),
        () => chooseByKeys(page, 'Country', 0),
      )
      chosenByPage.set(page, {
        ...now,
        countries: now.countries + 1,
        country: next[0],
        code: next[1],
        state: '',
        city: '',
      })
    },
    'country.clear': async ({ page }) => {
      await page.getByRole('button', { name: 'Clear the country' }).click()
      chosenByPage.set(page, { ...chosen(page), code: '', country: '', state: '', city: '' })
    },
    'state.choose': async ({ page }) => {
      const now = chosen(page)
      const state = await chooseOption(page, 'State', now.states)
      chosenByPage.set(page, { ...now, states: now.states + 1, state, city: '' })
    },
    'state.type': async ({ page, event }) => {
      await textField(page, 'State').fill(event.name)
      chosenByPage.set(page, { ...chosen(page), state: event.name })
    },
    'city.choose': async ({ page }) => {
      const city = await chooseOption(page, 'City', 1)
      chosenByPage.set(page, { ...chosen(page), city })
    },
    'city.type': async ({ page, event }) => {
      await textField(page, 'City').fill(event.name)
      chosenByPage.set(page, { ...chosen(page), city: event.name })
    },
    'countries.retry': ({ page }) => retry(page, 'country').click(),
    'states.retry': async ({ page }) => {
      await retry(page, 'state').click()
      chosenByPage.set(page, { ...chosen(page), state: '', city: '' })
    },
    'cities.retry': async ({ page }) => {
      await retry(page, 'city').click()
      chosenByPage.set(page, { ...chosen(page), city: '' })
    },
  },
  outcomes: {
    'loadCountries done': ({ hold }) => hold.passThrough(countries),
    'loadCountries error': ({ hold }) => hold.abort(countries),
    'loadStates done / loaded': ({ hold }) => hold.passThrough(states),
    'loadStates done / none': ({ hold }) => hold.json(states, []),
    'loadStates error': ({ hold }) => hold.abort(states),
    'findLocation done / state and city are listed': async ({ page, hold }) => {
      await hold.passThrough(states)
      await hold.passThrough(cities)
      chosenByPage.set(page, {
        ...chosen(page),
        code: 'US',
        country: 'United States',
        state: 'Maine',
        city: 'Portland',
      })
    },
    'findLocation done / the city is not listed': async ({ page, hold }) => {
      await hold.passThrough(states)
      await hold.json(cities, ['Bangor'])
      chosenByPage.set(page, { ...chosen(page), code: 'US', country: 'United States', state: 'Maine' })
    },
    'findLocation done / the state is not listed': ({ hold }) => hold.json(states, []),
    'findLocation done / only the country has a list': async ({ page, hold }) => {
      await hold.passThrough(states)
      chosenByPage.set(page, { ...chosen(page), code: 'US', country: 'United States' })
    },
    'findLocation error': ({ hold }) => hold.abort(states),
    'loadCities done / loaded': ({ hold }) => hold.passThrough(cities),
    'loadCities done / none': ({ hold }) => hold.json(cities, []),
    'loadCities error': ({ hold }) => hold.abort(cities),
  },
  states: {
    loading: async ({ page, expect, hold }) => {
      await expect(select(page, 'Country')).toBeDisabled()
      await expect(select(page, 'Country')).toHaveAttribute('placeholder', 'Loading…')
      await hold.waitFor(countries)
    },
    prefilling: async ({ page, expect, hold }) => {
      await expect(select(page, 'Country')).toBeDisabled()
      await expect(select(page, 'Country')).toHaveAttribute('placeholder', 'Loading…')
      await hold.waitFor(states)
    },
    failed: async ({ page, expect }) => {
      await expect(page.getByText('We couldn’t load the country list.')).toBeVisible()
      await expect(select(page, 'Country')).toBeDisabled()
    },
    'open.countryNotSelected': async ({ page, expect }) => {
      await expect(select(page, 'Country')).toBeEnabled()
      await expect(select(page, 'Country')).toHaveValue('')
      await expect(select(page, 'State')).toHaveAttribute('placeholder', 'Country first')
      await expect(select(page, 'State')).toBeDisabled()
      await expect(select(page, 'City')).toBeDisabled()
    },
    'open.loadingStates': async (step) => {
      const { page, expect } = step
      await expect(select(page, 'Country')).toHaveValue(chosen(page).country)
      await expect(select(page, 'State')).toHaveAttribute('placeholder', 'Loading…')
      await expect(select(page, 'State')).toHaveValue('')
      await expect(select(page, 'City')).toBeDisabled()
      await expectRequested(step, states, `/states/${chosen(page).code}.json`)
    },
    'open.freeText': async (step) => {
      await step.expect(step.page.getByText('We couldn’t load the list.')).toBeHidden()
      await expectTyped(step)
    },
    'open.statesFailed': async (step) => {
      await step.expect(step.page.getByText('We couldn’t load the list. Type your state instead.')).toBeVisible()
      await expectTyped(step)
    },
    'open.listed.stateNotSelected': async (step) => {
      const { page, expect } = step
      await expectState(step)
      await expect(select(page, 'State')).toHaveAttribute('placeholder', 'Select state')
      await expect(select(page, 'City')).toHaveAttribute('placeholder', 'State first')
      await expect(select(page, 'City')).toBeDisabled()
    },
    'open.listed.loadingCities': async (step) => {
      const { page, expect } = step
      await expectState(step)
      await expect(select(page, 'City')).toHaveAttribute('placeholder', 'Loading…')
      await expectRequested(step, cities, `/cities/${chosen(page).code}-`)
    },
    'open.listed.cityListed': async (step) => {
      const { page, expect } = step
      await expectState(step)
      await expect(select(page, 'City')).toBeEnabled()
      await expect(select(page, 'City')).toHaveValue(chosen(page).city)
    },
    'open.listed.cityFreeText': async (step) => {
      await expectState(step)
      await step.expect(step.page.getByText('We couldn’t load the list.')).toBeHidden()
      await step.expect(textField(step.page, 'City')).toHaveValue(chosen(step.page).city)
    },
    'open.listed.citiesFailed': async (step) => {
      const { page, expect } = step
      await expectState(step)
      await expect(page.getByText('We couldn’t load the list. Type your city instead.')).toBeVisible()
      await expect(textField(page, 'City')).toHaveValue(chosen(page).city)
    },
  },
  notInBrowser: {
    'findLocation done / the country is not listed': 'The list has the country of every seeded address.',
  },
  notNow: (label, { context }) =>
    label.startsWith('findLocation done') &&
    label.endsWith('only the country has a list') !== (context.address.state === '')
      ? 'The lists depend on the address.'
      : undefined,
})
