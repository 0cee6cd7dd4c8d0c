import { QueryClient } from '@tanstack/react-query'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { createLocationActors } from '../../src/actors/locationPicker.ts'
import { type LocationAddress, type LocationOption } from '../../machines/locationPicker.ts'
import { root } from '../../server/install.mjs'

const readPublicFile = (url: string): string | undefined => {
  const path = join(root, 'public', url)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** The actors with `fetch` serving `files` or the built location files. `requested` records the URLs. */
function createActors(files: (url: string) => string | undefined = readPublicFile) {
  const requested: string[] = []
  const actors = createLocationActors({
    queryClient: new QueryClient(),
    fetch: (url, { signal }) => {
      requested.push(url)
      signal.throwIfAborted()
      const text = files(url)
      return Promise.resolve(text === undefined ? new Response('', { status: 404 }) : new Response(text))
    },
  })
  type Choice = LocationOption | undefined
  return {
    requested,
    countries: () => toPromise(createActor(actors.loadCountries).start()),
    states: (country: Choice) => toPromise(createActor(actors.loadStates, { input: { country } }).start()),
    find: (address: LocationAddress) => toPromise(createActor(actors.findLocation, { input: address }).start()),
    cities: (country: Choice, state: Choice) =>
      toPromise(createActor(actors.loadCities, { input: { country, state } }).start()),
  }
}

const maine = { country: 'US', state: 'ME', city: 'Portland' }

const locationByCode = (locations: readonly LocationOption[], iso2: string): LocationOption => {
  const found = locations.find((location) => location.iso2 === iso2)
  if (!found) throw new Error(`There is no ${iso2}`)
  return found
}

describe('countries, states and cities', () => {
  it('come from static files, each fetched once', { tags: ['location.source', 'calls.lists'] }, async () => {
    const { requested, countries, states, cities } = createActors()
    const usa = locationByCode(await countries(), 'US')
    expect(usa).toEqual({ id: usa.id, name: 'United States', iso2: 'US' })
    const california = locationByCode(await states(usa), 'CA')
    const names = (await cities(usa, california)).map(({ name }) => name)
    expect(names).toEqual(JSON.parse(readPublicFile('location/cities/US-CA.json') ?? ''))
    const once = ['/location/countries.json', '/location/states/US.json', '/location/cities/US-CA.json']
    expect(requested).toEqual(once)
    await cities(usa, california)
    await states(usa)
    await countries()
    expect(requested).toEqual(once)
  })

  it('of a small country come in one file, by state', async () => {
    const { requested, countries, states, cities } = createActors()
    const ireland = locationByCode(await countries(), 'IE')
    const leinster = locationByCode(await states(ireland), 'L')
    const connacht = locationByCode(await states(ireland), 'C')
    expect((await cities(ireland, leinster)).map(({ name }) => name)).toContain('Balbriggan')
    expect((await cities(ireland, connacht)).length).toBe(42)
    expect(await cities(ireland, locationByCode(await states(ireland), 'D'))).toEqual([])
    expect(requested).toEqual(['/location/countries.json', '/location/states/IE.json', '/location/cities/IE.json'])
  })

  it('have ids that are unique in their list', async () => {
    const { countries, states, cities } = createActors()
    const usa = locationByCode(await countries(), 'US')
    const lists = [await countries(), await states(usa), await cities(usa, locationByCode(await states(usa), 'CA'))]
    for (const list of lists) expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
  })

  it('are not requested if there are none', async () => {
    const { requested, countries, states, cities } = createActors()
    const antarctica = locationByCode(await countries(), 'AQ')
    expect(await states(antarctica)).toEqual([])
    expect(await cities(antarctica, undefined)).toEqual([])
    expect(await states(undefined)).toEqual([])
    expect(await states({ id: 0, name: 'Elsewhere', iso2: '../secret' })).toEqual([])
    expect(requested).toEqual(['/location/countries.json'])
  })

  it('load for every country with the listed number of states', async () => {
    const { countries, states, cities } = createActors()
    const promised = JSON.parse(readPublicFile('location/countries.json') ?? '[]') as (LocationOption & {
      states: number
    })[]
    const all = await countries()
    expect(all.length).toBe(promised.length)
    for (const country of all) {
      const list = await states(country)
      expect(list.length, country.name).toBe(promised.find(({ iso2 }) => iso2 === country.iso2)?.states)
      const counts = JSON.parse(readPublicFile(`location/states/${country.iso2}.json`) ?? '[]') as { cities: number }[]
      const [first] = list
      if (first) expect((await cities(country, first)).length, country.name).toBe(counts[0]?.cities)
    }
  })

  it.each([
    ['status 404', undefined],
    ['an HTML page', '<!doctype html><title>Statecast</title>'],
    ['a truncated file', '[{"id":1,"name":"Ire'],
    ['a value that is no list', '"later"'],
  ])('fail with %s and are requested again', async (_, broken) => {
    let text = broken
    const { requested, countries } = createActors(() => text)
    await expect(countries()).rejects.toThrow()
    text = '[{"id":1,"name":"Ireland","iso2":"IE","states":0}]'
    expect(await countries()).toEqual([{ id: 1, name: 'Ireland', iso2: 'IE' }])
    expect(requested).toHaveLength(2)
  })

  it('skip an invalid row', async () => {
    const rows = [
      null,
      { id: 1, name: 'Ireland', iso2: 'IE', states: '0' },
      { id: 2, name: '', iso2: 'XX' },
      { id: 3, name: 'A way out', iso2: '../..' },
      { id: '4', name: 'Malta', iso2: 'MT' },
    ]
    const { countries } = createActors(() => JSON.stringify(rows))
    expect((await countries()).map(({ iso2 }) => iso2)).toEqual(['IE', 'MT'])
  })

  it('fail after the timeout and not before', async () => {
    const late = new AbortController()
    const clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    const { loadCountries } = createLocationActors({
      queryClient: new QueryClient(),
      fetch: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    })
    const requested = toPromise(createActor(loadCountries).start())
    expect(clock).toHaveBeenCalledExactlyOnceWith(15_000)
    late.abort(new DOMException('late', 'TimeoutError'))
    await expect(requested).rejects.toThrow('late')
    clock.mockRestore()
  })
})

describe('findLocation', () => {
  it.each([
    ['by the code of the state', maine],
    ['by its name, in any case', { ...maine, state: ' maine', city: 'portland' }],
  ])('finds an address %s', async (_, address) => {
    const found = await createActors().find(address)
    expect(found.country?.name).toBe('United States')
    expect(found.state?.name).toBe('Maine')
    expect(found.states.length).toBeGreaterThan(50)
    expect(found.cities.map(({ name }) => name)).toContain('Portland')
  })

  it.each([
    ['a city that is in no list', { ...maine, city: 'Nowhere' }, ['United States', 'Maine', true, false]],
    ['a state that is in no list', { ...maine, state: 'Nowhere' }, ['United States', undefined, false, false]],
    ['a city without a state', { ...maine, state: '' }, ['United States', undefined, false, false]],
    ['a country alone', { country: 'US', state: '', city: '' }, ['United States', undefined, true, false]],
    ['a country that is in no list', { ...maine, country: 'XX' }, [undefined, undefined, false, false]],
  ])('returns for %s the lists that have it', async (_, address, expected) => {
    const { country, state, states, cities } = await createActors().find(address)
    expect([country?.name, state?.name, states.length > 0, cities.length > 0]).toEqual(expected)
  })

  it('fails when a list does not load', async () => {
    const { find } = createActors((url) => (url.includes('/states/') ? undefined : readPublicFile(url)))
    await expect(find(maine)).rejects.toThrow('404')
  })
})
