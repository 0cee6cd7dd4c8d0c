/**
 * `npm run mutation`: mutation tests of the payment machines and the billing rules. `npm run mutation -- planChange rules`
 * runs these only. Takes ten to forty minutes. The scores are written to docs/mutation.json, which `npm run measure` reads.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkNodeVersion, install, root } from '../../server/install.mjs'
import { targets } from './targets.mjs'

const MIN_SCORE = 85
const requested = process.argv.slice(2)
const unknown = requested.find((name) => !(name in targets))
if (unknown) {
  console.error(`Unknown target ${unknown}. Available: ${Object.keys(targets).join(', ')}`)
  process.exit(2)
}

const stryker = (name) =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      MUTATION_TARGET: name,
      ...(targets[name].machine && { MACHINE: name, RUNS: process.env.RUNS ?? '20' }),
    }
    const args = [join(root, 'node_modules', '.bin', 'stryker'), 'run', 'tests/mutation/stryker.config.mjs']
    spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).on('close', resolve)
  })

const detected = ['Killed', 'Timeout']
const undetected = ['Survived', 'NoCoverage']

/** Score and survivors of each file of a report. */
function readScores(name) {
  const { files } = JSON.parse(readFileSync(join(root, '.cache', 'mutation', `${name}.json`), 'utf8'))
  return Object.entries(files).map(([file, { source, mutants }]) => {
    const of = (states) => mutants.filter(({ status }) => states.includes(status))
    const lines = source.split('\n')
    return {
      file,
      killed: of(detected).length,
      of: of([...detected, ...undetected]).length,
      survived: of(undetected).map(({ location: { start }, mutatorName, replacement }) => ({
        line: lines[start.line - 1].trim(),
        mutator: mutatorName,
        replacement: (replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 80),
      })),
    }
  })
}

checkNodeVersion()
await install({ log: (line) => console.error(line) })
const file = join(root, 'docs', 'mutation.json')
const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
const found = new Map(before.map((one) => [one.file, one]))
let failed = false
for (const name of requested.length > 0 ? requested : Object.keys(targets)) {
  const code = await stryker(name)
  if (code !== 0) failed = true
  else for (const one of readScores(name)) found.set(one.file, one)
}
const all = [...found.values()].sort((one, other) => (one.file < other.file ? -1 : 1))
const { format, resolveConfig } = await import('prettier')
writeFileSync(file, await format(JSON.stringify(all), { ...(await resolveConfig(file)), parser: 'json' }))
for (const { file: name, killed, of } of all) {
  const score = (killed / of) * 100
  if (score < MIN_SCORE) failed = true
  console.log(`${score < MIN_SCORE ? 'MISSED' : 'met   '}  ${name}: ${score.toFixed(1)} % (${killed} of ${of})`)
}
process.exit(failed ? 1 : 0)
