import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { root } from '../../server/install.mjs'

const folder = join(root, 'public', 'location')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))

type Country = { id: number; name: string; iso2: string; states: number; whole: boolean }
type State = { id: number; name: string; iso2: string; cities: number }
const countries = read('countries.json') as Country[]

describe('the lists of countries, states and cities', () => {
  test('every file has at most 10 KiB (gzip)', () => {
    const sizes = files.map((name) => [name, gzipSync(readFileSync(join(folder, name)), { level: 9 }).length] as const)
    expect(sizes.length).toBeGreaterThan(1_000)
    expect(sizes.filter(([, bytes]) => bytes > 10 * 1024)).toEqual([])
  })

  test('every state of a country and every city of a state is listed, and no other file exists', () => {
    expect(countries.length).toBeGreaterThanOrEqual(249)
    const wanted = new Set(['countries.json'])
    for (const country of countries) {
      if (country.states === 0) continue
      wanted.add(`states/${country.iso2}.json`)
      const states = read(`states/${country.iso2}.json`) as State[]
      expect(states.length, country.name).toBe(country.states)
      const filled = states.filter(({ cities }) => cities > 0)
      if (filled.length > 0 && country.whole) wanted.add(`cities/${country.iso2}.json`)
      const whole =
        filled.length > 0 && country.whole ? (read(`cities/${country.iso2}.json`) as Record<string, string[]>) : {}
      for (const state of filled) {
        const part = `cities/${country.iso2}-${state.iso2}.json`
        if (!country.whole) wanted.add(part)
        const names = country.whole ? whole[state.iso2] : (read(part) as string[])
        expect(names?.length, `${country.name}, ${state.name}`).toBe(state.cities)
        expect(new Set(names).size).toBe(state.cities)
      }
    }
    expect(files.map((name) => name.replaceAll('\\', '/')).sort()).toEqual([...wanted].sort())
  })

  test('every ISO code names one country', { tags: 'location.source' }, () => {
    expect(new Set(countries.map(({ iso2 }) => iso2)).size).toBe(countries.length)
    expect(countries.every(({ iso2 }) => /^[A-Z]{2}$/.test(iso2))).toBe(true)
  })

  test('the license is included', () => {
    expect(readFileSync(join(folder, 'NOTICE.txt'), 'utf8')).toMatch(/Open Database License \(ODbL\) 1\.0/)
  })
})
