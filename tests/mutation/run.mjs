/**
 * `npm run mutation`: mutation tests of the machines and the billing rules. `npm run mutation -- planChange rules` runs
 * these only, and `--survivors` only the mutants that survived or timed out in the last run. The scores are written to
 * docs/mutation.json after each target. `npm run measure` and tests/architecture/mutation.test.ts read them.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkNodeVersion, install, root } from '../../server/install.mjs'
import { minScore, targets } from './targets.mjs'

const requested = process.argv.slice(2).filter((argument) => argument !== '--survivors')
const survivorsOnly = process.argv.includes('--survivors')
const unknown = requested.find((name) => !(name in targets))
if (unknown) {
  console.error(`Unknown target ${unknown}. Available: ${Object.keys(targets).join(', ')}`)
  process.exit(2)
}

const detected = ['Killed', 'Timeout']
const undetected = ['Survived', 'NoCoverage']
const reportOf = (name) => join(root, '.cache', 'mutation', `${name}.json`)

/**
 * The options for the survivors of the last run: Stryker takes over the results of the other mutants. A mutant that timed
 * out runs again, because the computer may have been too busy.
 */
function survivorOptions(name) {
  if (!survivorsOnly || !existsSync(reportOf(name))) return []
  const report = JSON.parse(readFileSync(reportOf(name), 'utf8'))
  for (const one of Object.values(report.files))
    one.mutants = one.mutants.filter(({ status }) => status !== 'Timeout' && !undetected.includes(status))
  const known = join(root, '.cache', 'mutation', `${name}.known.json`)
  writeFileSync(known, JSON.stringify(report))
  return ['--incremental', '--incrementalFile', known]
}

const stryker = (name) =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      MUTATION_TARGET: name,
      ...(targets[name].machine && { MACHINE: name, RUNS: process.env.RUNS ?? '20' }),
    }
    const args = [
      join(root, 'node_modules', '.bin', 'stryker'),
      'run',
      'tests/mutation/stryker.config.mjs',
      ...survivorOptions(name),
    ]
    spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).on('close', resolve)
  })

/** Score and survivors of each file of a report, with the hash of its code. */
async function readScores(name) {
  // TypeScript is one of the packages that are installed first.
  const { codeHash } = await import('./codeHash.mjs')
  const { files } = JSON.parse(readFileSync(reportOf(name), 'utf8'))
  return Object.entries(files).map(([file, { source, mutants }]) => {
    const of = (states) => mutants.filter(({ status }) => states.includes(status))
    const lines = source.split('\n')
    return {
      file,
      code: codeHash(source),
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
const { formatText } = await import('../../tools/formatText.mjs')
const file = join(root, 'docs', 'mutation.json')
const readRows = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [])

/** Replaces the rows of the measured files, and drops those of deleted files. */
async function saveScores(scores) {
  const rows = new Map([...readRows(), ...scores].map((row) => [row.file, row]))
  const kept = [...rows.values()].filter((row) => existsSync(join(root, row.file)))
  kept.sort((one, other) => (one.file < other.file ? -1 : 1))
  writeFileSync(file, await formatText(file, JSON.stringify(kept)))
}

let failed = false
for (const name of requested.length > 0 ? requested : Object.keys(targets)) {
  const code = await stryker(name)
  if (code !== 0) failed = true
  else await saveScores(await readScores(name))
}
for (const { file: name, killed, of } of readRows()) {
  const score = (killed / of) * 100
  if (score < minScore) failed = true
  console.log(`${score < minScore ? 'MISSED' : 'met   '}  ${name}: ${score.toFixed(1)} % (${killed} of ${of})`)
}
process.exit(failed ? 1 : 0)
