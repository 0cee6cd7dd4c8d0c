import { type Page } from '@playwright/test'
import { type locationPickerMachine } from '../../../machines/locationPicker.ts'
import model from '../../machines/locationPicker.model.ts'
import { signIn } from '../fixture.ts'
import { flow, type Context } from '../flow.ts'
import { bringEnd } from '../pictures.ts'
import { type Call } from '../hold.ts'

const countries = 'GET /location/countries.json'
const states = 'GET /location/states/{country}.json'
const cities = 'GET /location/cities/{state}.json'

/**
 * What has come is kept, so every choice is of a country that was not chosen before, and of another of its states. The
 * cities of these countries are a file a state.
 */
const fresh = [
  ['Austria', 'AT'],
  ['Germany', 'DE'],
  ['Poland', 'PL'],
  ['Brazil', 'BR'],
  ['Mexico', 'MX'],
  ['Uruguay', 'UY'],
  ['India', 'IN'],
  ['Romania', 'RO'],
] as const

type Chosen = { countries: number; states: number; code: string; country: string; state: string; city: string }
const chosenOn = new WeakMap<Page, Chosen>()
const chosen = (page: Page): Chosen => {
  const known = chosenOn.get(page) ?? { countries: 0, states: 0, code: '', country: '', state: '', city: '' }
  chosenOn.set(page, known)
  return known
}

const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const retry = (page: Page, what: string) => page.getByRole('button', { name: `Retry: load the ${what}` })

/** Chooses the line of a list at this place, and says what it reads. */
async function chooseLine(page: Page, list: string, at: number): Promise<string> {
  await select(page, list).click()
  const line = page.getByRole('listbox', { name: list }).getByRole('option').nth(at)
  const name = await line.innerText()
  await line.click()
  return name
}

/** The request that waits is of this file: one that was given up may still stand before it. */
async function seeAsked({ hold, expect }: Context<typeof locationPickerMachine>, call: Call, file: string) {
  await expect(async () => expect((await hold.made(call)).url()).toMatch(file)).toPass()
}

async function seeTyped({ page, expect, snapshot }: Context<typeof locationPickerMachine>) {
  await expect(text(page, 'State')).toHaveValue(snapshot.context.state?.name ?? '')
  await expect(text(page, 'City')).toHaveValue(snapshot.context.city)
}

async function seeState({ page, expect }: Context<typeof locationPickerMachine>) {
  await expect(select(page, 'Country')).toHaveValue(chosen(page).country)
  await expect(select(page, 'State')).toHaveValue(chosen(page).state)
}

export default flow(model, {
  pose: ({ page }) => bringEnd(page),
  holds: [countries, states, cities],
  open: async ({ page, expect }) => {
    await signIn(page, 'guest')
    await page.goto('/subscribe/102')
    await expect(page.getByRole('form', { name: 'Card payment' })).toBeVisible()
  },
  events: {
    'country.choose': async ({ page }) => {
      const now = chosen(page)
      const next = fresh[now.countries]
      if (!next) throw new Error('The tour chooses more countries than are named here')
      await select(page, 'Country').fill(next[0])
      await page.getByRole('option', { name: next[0], exact: true }).click()
      chosenOn.set(page, { ...now, countries: now.countries + 1, country: next[0], code: next[1], state: '', city: '' })
    },
    'country.clear': ({ page }) => page.getByRole('button', { name: 'Clear the country' }).click(),
    'state.choose': async ({ page }) => {
      const now = chosen(page)
      const state = await chooseLine(page, 'State', now.states)
      chosenOn.set(page, { ...now, states: now.states + 1, state, city: '' })
    },
    'state.type': ({ page, event }) => text(page, 'State').fill(event.name),
    'city.choose': async ({ page }) => {
      const city = await chooseLine(page, 'City', 1)
      chosenOn.set(page, { ...chosen(page), city })
    },
    'city.type': ({ page, event }) => text(page, 'City').fill(event.name),
    'countries.retry': ({ page }) => retry(page, 'countries').click(),
    'states.retry': ({ page }) => retry(page, 'states').click(),
    'cities.retry': ({ page }) => retry(page, 'cities').click(),
  },
  outcomes: {
    'loadCountries done': ({ hold }) => hold.through(countries),
    'loadCountries error': ({ hold }) => hold.lose(countries),
    'loadStates done / loaded': ({ hold }) => hold.through(states),
    'loadStates done / none': ({ hold }) => hold.json(states, []),
    'loadStates error': ({ hold }) => hold.lose(states),
    'loadCities done / loaded': ({ hold }) => hold.through(cities),
    'loadCities done / none': ({ hold }) => hold.json(cities, []),
    'loadCities error': ({ hold }) => hold.lose(cities),
  },
  states: {
    loading: async ({ page, expect, hold }) => {
      await expect(select(page, 'Country')).toBeDisabled()
      await expect(select(page, 'Country')).toHaveAttribute('placeholder', 'Loading the countries…')
      await hold.made(countries)
    },
    failed: async ({ page, expect }) => {
      await expect(page.getByText('The countries could not be loaded. You can pay without one.')).toBeVisible()
      await expect(select(page, 'Country')).toBeDisabled()
    },
    'open.unchosen': async ({ page, expect }) => {
      await expect(select(page, 'Country')).toBeEnabled()
      await expect(select(page, 'Country')).toHaveValue('')
      await expect(select(page, 'State')).toHaveAttribute('placeholder', 'Choose a country first')
      await expect(select(page, 'State')).toBeDisabled()
      await expect(select(page, 'City')).toBeDisabled()
    },
    'open.loadingStates': async (context) => {
      const { page, expect } = context
      await expect(select(page, 'Country')).toHaveValue(chosen(page).country)
      await expect(select(page, 'State')).toHaveAttribute('placeholder', 'Loading the states…')
      await expect(select(page, 'State')).toHaveValue('')
      await expect(select(page, 'City')).toBeDisabled()
      await seeAsked(context, states, `/states/${chosen(page).code}.json`)
    },
    'open.free': seeTyped,
    'open.statesFailed': async (context) => {
      await context.expect(context.page.getByText('The states could not be loaded. You can type yours.')).toBeVisible()
      await seeTyped(context)
    },
    'open.listed.stateless': async (context) => {
      const { page, expect } = context
      await seeState(context)
      await expect(select(page, 'State')).toHaveAttribute('placeholder', 'Choose a state')
      await expect(select(page, 'City')).toHaveAttribute('placeholder', 'Choose a state first')
      await expect(select(page, 'City')).toBeDisabled()
    },
    'open.listed.loadingCities': async (context) => {
      const { page, expect } = context
      await seeState(context)
      await expect(select(page, 'City')).toHaveAttribute('placeholder', 'Loading the cities…')
      await seeAsked(context, cities, `/cities/${chosen(page).code}-`)
    },
    'open.listed.cityListed': async (context) => {
      const { page, expect } = context
      await seeState(context)
      await expect(select(page, 'City')).toBeEnabled()
      await expect(select(page, 'City')).toHaveValue(chosen(page).city)
    },
    'open.listed.cityFree': async (context) => {
      await seeState(context)
      await context.expect(text(context.page, 'City')).toHaveValue(context.snapshot.context.city)
    },
    'open.listed.citiesFailed': async (context) => {
      const { page, expect, snapshot } = context
      await seeState(context)
      await expect(page.getByText('The cities could not be loaded. You can type yours.')).toBeVisible()
      await expect(text(page, 'City')).toHaveValue(snapshot.context.city)
    },
  },
})
