/**
 * `npm run measure`: prints all measurements with their limits and writes them to docs/measurements.md, with a chart of
 * each figure over the last measured commits (docs/measurements/<section>.svg).
 * `npm run measure -- bundle playback` repeats these; the others keep their values and dates. `soak` takes an hour, so it
 * runs only by its name: `npm run soak`, or `npm run soak -- 480` for as many minutes.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, checkNodeVersion, install, root } from '../../server/install.mjs'
import { provideChromium } from '../e2e/chromium.mjs'

const folder = join(root, 'tests', 'performance')
const available = readdirSync(folder)
  .filter(
    (name) =>
      name.endsWith('.ts') &&
      /export (async )?function measure\b|export const measure\b/.test(readFileSync(join(folder, name), 'utf8')),
  )
  .map((name) => name.replace(/\.ts$/, ''))
const requested = process.argv.slice(2).filter((argument) => !/^\d+$/.test(argument))
const minutes = process.argv.slice(2).find((argument) => /^\d+$/.test(argument))
const unknown = requested.find((name) => !available.includes(name))
if (unknown) {
  console.error(`Unknown measurement ${unknown}. Available: ${available.join(', ')}`)
  process.exit(2)
}
const log = (line) => console.error(line)

const number = (value) =>
  Number.isFinite(value) ? value.toLocaleString('en-US', { maximumFractionDigits: 2 }) : String(value)
const resultOf = (row) => (row.ok === undefined ? '' : row.ok ? 'met' : 'MISSED')
const cells = (row) => [
  row.figure,
  Number.isFinite(row.value) ? `${number(row.value)} ${row.unit}` : '–',
  row.limit === undefined ? '' : `${number(row.limit)} ${row.unit}`,
  resultOf(row),
  row.reference,
]
const columns = ['Measurement', 'Value', 'Limit', '', 'Compared with', 'Load']

function table(rows, load) {
  const lines = [columns, columns.map(() => '---'), ...rows.map((row) => [...cells(row), load])]
  return lines.map((line) => `| ${line.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}

const versions = () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return ['react', 'xstate', '@mantine/core', 'hls.js', 'vite', 'lighthouse']
    .map((name) => `${name} ${lock[`node_modules/${name}`]?.version}`)
    .join(', ')
}

const sections = []
let failed = false
try {
  checkNodeVersion()
  await install({ log })
  await build({ log })
  process.env.CHROME_PATH = await provideChromium({ log, full: true })
  const { register } = await import('tsx/esm/api')
  register()
  for (const name of requested.length > 0 ? requested : available.filter((one) => one !== 'soak')) {
    log(`Measuring ${name} …`)
    const before = loadavg()[0]
    try {
      const { measure } = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
      const rows = await measure(...(minutes === undefined ? [] : [Number(minutes)]))
      sections.push({ name, rows, load: `${before.toFixed(1)} to ${loadavg()[0].toFixed(1)}` })
      failed ||= rows.some((row) => row.ok === false)
      console.log(`\n${name}`)
      for (const row of rows) {
        const [figure, value, limit, result, reference] = cells(row)
        console.log(`  ${result.padEnd(8)} ${figure}: ${value}${limit && ` (limit ${limit})`}  [${reference}]`)
      }
    } catch (error) {
      failed = true
      log(`${name} could not be measured: ${error?.stack ?? error}`)
      sections.push({ name, rows: [], error: String(error?.message ?? error).split('\n')[0] })
    }
  }
} catch (error) {
  log(error.message)
  process.exit(1)
}

const file = join(root, 'docs', 'measurements.md')
const today = new Date().toISOString().slice(0, 10)

/** The sections of the present page by name. */
function readSections() {
  if (!existsSync(file)) return new Map()
  const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m)
  return new Map(sections.map((text) => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n')).trim()]))
}

const { addToHistory, chartPath } = await import('./history.ts')
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
addToHistory(
  sections.filter(({ error }) => error === undefined),
  commit,
  today,
)

const page = readSections()
for (const { name, rows, load, error } of sections)
  page.set(
    name,
    error
      ? `Could not be measured on ${today}: ${error}`
      : `Measured on ${today} at ${commit}; [the last commits](${chartPath(name)}).\n\n${table(rows, load)}`,
  )
const text = [
  '# Measurements',
  '',
  `Written by \`npm run measure\`, on ${availableParallelism()} cores (${process.platform}, ${process.arch}), Node ${process.versions.node}, ${versions()}. Values depend on the machine; baselines were measured on the same one. Load is the load average of the machine before and after the measurement, of the last minute. \`npm run measure -- bundle paths\` repeats these sections.`,
  ...available.filter((name) => page.has(name)).flatMap((name) => ['', `## ${name}`, '', page.get(name)]),
  '',
].join('\n')
const { formatText } = await import('../../tools/formatText.mjs')
writeFileSync(file, await formatText(file, text))
log('Written to docs/measurements.md')
process.exit(failed ? 1 : 0)
