/**
 * Generates public/location: countries, states and cities, split so that each selection loads at most 10 KiB (gzip).
 * Run it again only for newer data:
 *
 *   npm pack @countrystatecity/countries-browser && tar xzf countrystatecity-*.tgz
 *   node server/generateLocation.mjs package/dist/data
 *
 * countries.json       [{ id, name, iso2, states, whole }]  `states`: their number; `whole`: cities in one file
 * states/US.json       [{ id, name, iso2, cities }]         `cities`: their number
 * cities/IE.json       { D: ['Balbriggan', …], … }          of a whole country, by state
 * cities/US-CA.json    ['Acton', …]                         of one state, where the country is too large
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const [source] = process.argv.slice(2)
if (source === undefined || !existsSync(join(source, 'countries.json'))) {
  console.error('Usage: node server/generateLocation.mjs <folder with countries.json, states and cities>')
  process.exit(2)
}
const target = join(import.meta.dirname, '..', 'public', 'location')
/** The maximum size of the file for one selection, in bytes (gzip). */
const limit = 9.5 * 1024

const read = (...path) => {
  const file = join(source, ...path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}
const write = (name, value) => writeFileSync(join(target, name), `${JSON.stringify(value)}\n`)
const byName = (a, b) => a.name.localeCompare(b.name, 'en')

for (const folder of ['states', 'cities']) {
  rmSync(join(target, folder), { recursive: true, force: true })
  mkdirSync(join(target, folder), { recursive: true })
}

const counted = { countries: 0, states: 0, cities: 0, files: 1 }
const countries = read('countries.json').map(({ id, name, iso2 }) => {
  const cities = {}
  const states = read('states', `${iso2}.json`)
    .map((state) => {
      const names = read('cities', `${iso2}-${state.iso2}.json`).map((city) => city.name)
      // Two cities of a state can have the same name, which is listed once.
      cities[state.iso2] = [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en'))
      return { id: state.id, name: state.name, iso2: state.iso2, cities: cities[state.iso2].length }
    })
    .sort(byName)
  const filled = Object.fromEntries(Object.entries(cities).filter(([, names]) => names.length > 0))
  const whole = gzipSync(JSON.stringify(filled), { level: 9 }).length <= limit
  if (states.length > 0) {
    write(`states/${iso2}.json`, states)
    counted.files += 1
  }
  const parts = whole ? [[iso2, filled]] : Object.entries(filled).map(([state, names]) => [`${iso2}-${state}`, names])
  for (const [name, value] of Object.keys(filled).length > 0 ? parts : []) {
    write(`cities/${name}.json`, value)
    counted.files += 1
  }
  counted.countries += 1
  counted.states += states.length
  counted.cities += Object.values(filled).flat().length
  return { id, name, iso2, states: states.length, whole }
})
write('countries.json', countries.sort(byName))
console.log(
  Object.entries(counted)
    .map(([what, count]) => `${count} ${what}`)
    .join(', '),
)
