/**
 * `npm test`: runs the checks, or the named steps (`node tests/run.mjs types lint machines`), and ends with one line,
 * "N passed, N failed". `npm run test:full` (`--full`) runs everything; so does `npm test` with the variable CI. Uses
 * Node's own modules only, because it installs the packages first.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import {
  build,
  checkNodeVersion,
  install,
  isBuilt,
  root,
  run,
  SetupError,
  summarizeOutput,
} from '../server/install.mjs'
import { provideChromium } from './e2e/chromium.mjs'
import { hashInputs, inputsByStep, readPassedRun, savePassedRun } from './unchanged.mjs'
import { MissingError, provideWordPress } from './wordpress/provide.mjs'

const reports = join(root, '.cache', 'reports')
const bin = (...parts) => join(root, 'node_modules', ...parts)
const node = process.execPath
const children = new Set()
const onStart = (child) => {
  children.add(child)
  child.on('close', () => children.delete(child))
}
const startedAt = Date.now()
const requested = process.argv.slice(2).filter((argument) => argument !== '--full')
const isFull = process.argv.includes('--full') || Boolean(process.env.CI)
/** @type {Promise<string> | undefined} */
let chromium

/**
 * `notes` describe failures; `figures` are always printed; `files` are the durations of the test files in ms;
 * `maySkip`: the step may have run no test.
 * @typedef {{
 *   passed: number, failed: number, notes: string[], figures?: string[], files?: [string, number][], maySkip?: boolean
 * }} Result
 */

/** Runs programs that pass or fail as a whole. */
async function runPrograms(...commands) {
  for (const [program, ...args] of commands) {
    const { code, output } = await run(node, [program, ...args], { onStart })
    if (code !== 0) return { passed: 0, failed: 1, notes: output.trim().split('\n').slice(-60) }
  }
  return { passed: 1, failed: 0, notes: [] }
}

const firstLines = (text, count) =>
  stripVTControlCharacters(String(text ?? ''))
    .trim()
    .split('\n')
    .filter((line) => !/node_modules/.test(line))
    .slice(0, count)

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Runs one Vitest project and reads the counts from its report. `variables` are those of the environment to add. */
async function runVitest(project, variables = {}) {
  const file = join(reports, `${project}.json`)
  const durations = join(reports, `${project}.durations.json`)
  for (const old of [file, durations]) rmSync(old, { force: true })
  const reporters = ['--reporter=json', '--reporter=./tests/durations.reporter.ts']
  const args = ['run', '--project', project, ...reporters, `--outputFile=${file}`]
  const env = { ...process.env, ...variables, DURATIONS: durations }
  const { code, output } = await run(node, [bin('vitest', 'vitest.mjs'), ...args], { env, onStart })
  const report = readReport(file)
  const notes = []
  const figures = []
  const files = readReport(durations)
  for (const suite of report?.testResults ?? []) {
    figures.push(...suite.assertionResults.flatMap(({ meta }) => meta?.figures ?? []))
    const failed = suite.assertionResults.filter(({ status }) => status === 'failed')
    for (const test of failed)
      notes.push(test.fullName, ...firstLines(test.failureMessages[0], 8).map((line) => `  ${line}`))
    if (suite.status === 'failed' && failed.length === 0) notes.push(suite.name, ...firstLines(suite.message, 8))
  }
  const passed = report?.numPassedTests ?? 0
  const failed = report?.numFailedTests ?? 0
  if (code !== 0 && failed === 0) {
    return { passed, failed: 1, notes: notes.length > 0 ? notes : firstLines(output, 30), figures, files }
  }
  return { passed, failed, notes, figures, files }
}

function* specsOf(suite, above = '') {
  const title = [above, suite.title].filter(Boolean).join(' › ')
  for (const spec of suite.specs ?? []) yield { ...spec, title: `${title} › ${spec.title}` }
  for (const inner of suite.suites ?? []) yield* specsOf(inner, title)
}

/** Runs the browser tests of a folder and reads the counts from their report. Throws an error without a browser. */
async function runPlaywright(name, ...options) {
  const browserPath = await chromium
  const folder = join('tests', name)
  const file = join(reports, `${name}.json`)
  rmSync(file, { force: true })
  const args = ['test', '--config', join(folder, 'playwright.config.ts'), ...options]
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROME_PATH: browserPath }
  const { code, output } = await run(node, [bin('@playwright', 'test', 'cli.js'), ...args], { env, onStart })
  const report = readReport(file)
  const notes = []
  const durations = new Map()
  for (const spec of (report?.suites ?? []).flatMap((suite) => [...specsOf(suite)])) {
    const results = spec.tests.flatMap((test) => test.results)
    const duration = results.reduce((sum, result) => sum + result.duration, 0)
    durations.set(spec.file, (durations.get(spec.file) ?? 0) + duration)
    if (spec.ok) continue
    const error = results.find((result) => result.error)?.error
    notes.push(spec.title, ...firstLines(error?.message, 14).map((line) => `  ${line}`))
  }
  for (const error of report?.errors ?? []) notes.push(...firstLines(error.message, 10))
  const files = [...durations].map(([file, duration]) => [join(folder, file), duration])
  const passed = report?.stats?.expected ?? 0
  const failed = report?.stats?.unexpected ?? 0
  if (code !== 0 && failed === 0)
    return { passed, failed: 1, notes: notes.length > 0 ? notes : firstLines(output, 30), files }
  // The output after the report is the coverage of the transition tours.
  const tours = output.indexOf('Transition tours in the browser')
  return { passed, failed, notes, figures: tours < 0 ? [] : output.slice(tours).trim().split('\n'), files }
}

/** Runs the browser tests with WordPress as the host, or names what is missing. */
async function runWordPress() {
  // One installation at a time.
  await chromium
  try {
    await provideWordPress({ log: (line) => console.log(line), onStart })
  } catch (error) {
    if (!(error instanceof MissingError)) throw error
    return { passed: 0, failed: 0, notes: [], figures: [`not run: ${error.message}`], maySkip: true }
  }
  return runPlaywright('wordpress', '--reporter=json')
}

/** Runs the features in the other browser engines. An engine that is not installed is named. */
async function runEngines() {
  const { code, output } = await run(node, [join(root, 'tests', 'engines', 'run.mjs')], { onStart })
  const lines = output.trim().split('\n')
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(lines.pop() ?? '') ?? []
  if (failed === undefined || (code !== 0 && failed === '0'))
    return { passed: 0, failed: 1, notes: firstLines(output, 30) }
  return { passed: Number(passed), failed: Number(failed), notes: [], figures: lines, maySkip: true }
}

/** The TypeScript programs. Each folder sees the globals of its own platform. */
const programs = ['tsconfig.json', 'src', 'src/serviceWorker', 'server', 'machines', 'tools/model-testing']

/**
 * In the order of their start. `cores`: how many cores a step uses, and one more for browsers, so that a single step runs
 * beside them; `after`: the step that must run before.
 */
const steps = {
  unused: {
    cores: 1,
    work: () => runPrograms([bin('knip', 'bin', 'knip.js'), '--no-progress']),
  },
  format: {
    cores: 1,
    work: () => runPrograms([bin('oxfmt', 'bin', 'oxfmt'), '--check', '.']),
  },
  types: {
    cores: 1,
    // Each parallel checker computes the shared types of XState again: half the processor time without.
    work: () =>
      runPrograms(...programs.map((program) => [bin('typescript-7', 'bin', 'tsc'), '-p', program, '--singleThreaded'])),
  },
  lint: {
    cores: 1,
    work: () =>
      runPrograms(
        [bin('oxlint', 'bin', 'oxlint')],
        [bin('eslint', 'bin', 'eslint.js'), 'src', 'tools/atlas', 'tests/e2e/drivers', '--max-warnings', '0'],
      ),
  },
  // Includes the lint of openapi/host.yaml, with warnings as errors.
  contract: { cores: 1, work: () => runVitest('contract') },
  architecture: { cores: 1, work: () => runVitest('architecture') },
  machines: { cores: 1, work: () => runVitest('machines') },
  systems: { cores: 1, work: () => runVitest('systems') },
  // Mostly waits, so it starts before the steps that compute.
  edge: { cores: 1, after: 'build', work: () => runVitest('edge') },
  unit: { cores: 1, work: () => runVitest('unit') },
  views: { cores: 1, work: () => runVitest('views') },
  payments: {
    cores: 1,
    work: () => runVitest('payments', isFull ? { PAYMENT_RUNS: '500' } : { MODEL_CHECK: 'short' }),
  },
  build: {
    cores: 2,
    work: async () => {
      try {
        await build({ onStart })
        return { passed: 1, failed: 0, notes: [] }
      } catch (error) {
        return { passed: 0, failed: 1, notes: [error.message] }
      }
    },
  },
  sandbox: { cores: 1, after: 'build', work: () => runVitest('sandbox', isFull ? {} : { KILLS: 'few' }) },
  e2e: {
    cores: 3,
    after: 'build',
    needsChromium: true,
    work: () =>
      // The full set runs the tours of every transition instead of the short ones.
      runPlaywright(
        'e2e',
        '--reporter=json,./tests/e2e/tours.reporter.ts',
        isFull ? '--grep-invert=@core' : '--project=core',
      ),
  },
  // Beside the other browser tests, so before the engines, which run alone after them.
  wordpress: { cores: 1, after: 'build', needsChromium: true, work: runWordPress, inFullSetOnly: true },
  engines: { cores: 3, after: 'build', work: runEngines, inFullSetOnly: true },
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

function printResult(name, { passed, failed, notes, figures = [] }, ms) {
  const verdict = failed > 0 ? 'FAILED' : 'ok'
  console.log(
    `${name.padEnd(10)} ${verdict.padEnd(7)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds(ms).padStart(9)}`,
  )
  if (failed > 0) for (const line of notes.slice(0, 200)) console.log(`    ${line}`)
  for (const line of figures) console.log(`    ${line}`)
}

/**
 * Runs a costly step, or returns the counts of its last run if that passed with the same inputs. A named step and the full
 * set always run.
 */
async function workUnlessUnchanged(name) {
  const hash = hashInputs(inputsByStep[name])
  const last = isFull || requested.length > 0 ? undefined : readPassedRun(name, hash)
  if (last) return { passed: last.passed, failed: 0, notes: [], figures: [`not run: unchanged since ${last.at}`] }
  const result = await steps[name].work()
  if (result.failed === 0 && result.passed > 0) savePassedRun(name, hash, result.passed)
  return result
}

/** Runs one step. A step without tests fails. */
async function runStep(name) {
  const start = Date.now()
  /** @type {Result} */
  let result
  try {
    const missing = steps[name].after === 'build' && !isBuilt()
    result = missing
      ? { passed: 0, failed: 1, notes: ['skipped: the build is missing'] }
      : name in inputsByStep
        ? await workUnlessUnchanged(name)
        : await steps[name].work()
  } catch (error) {
    result = { passed: 0, failed: 1, notes: firstLines(error?.stack ?? error, 10) }
  }
  if (result.passed + result.failed === 0 && !result.maySkip) {
    result = { ...result, failed: result.failed + 1, notes: [...result.notes, 'this step ran no test'] }
  }
  printResult(name, result, Date.now() - start)
  return result
}

/** Runs steps in parallel, limited by the number of cores and by their dependencies. */
async function runSteps(names) {
  // Two steps more than the cores can run, because most steps also wait.
  const capacity = Math.max(2, availableParallelism()) + 2
  // The build starts first because others need it. Browser tests also wait, so one of the other steps runs beside them.
  const waiting = [...names].sort((a, b) => rank(a) - rank(b))
  const done = new Set()
  const results = []
  let free = capacity
  const running = new Set()
  while (waiting.length > 0 || running.size > 0) {
    // The first step that can start. A smaller one does not overtake it, or the browser tests would run last.
    const ready = waiting.findIndex((name) => {
      const { after } = steps[name]
      return !after || !names.includes(after) || done.has(after)
    })
    if (ready >= 0 && Math.min(steps[waiting[ready]].cores, capacity) <= free) {
      const [name] = waiting.splice(ready, 1)
      const cores = Math.min(steps[name].cores, capacity)
      free -= cores
      const work = runStep(name).then((result) => {
        results.push(result)
        done.add(name)
        free += cores
        running.delete(work)
      })
      running.add(work)
    } else {
      await Promise.race(running)
    }
  }
  return results
}

const rank = (name) => (name === 'build' ? -2 : name === 'e2e' ? -1 : Object.keys(steps).indexOf(name))

function finish(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  const files = results.flatMap((result) => result.files ?? []).sort(([, one], [, other]) => other - one)
  if (files.length > 0) console.log('The slowest test files:')
  for (const [file, ms] of files.slice(0, 10)) console.log(`${seconds(ms).padStart(9)}  ${file}`)
  // Repeated here, because the end of a long log is read first.
  const failures = results.flatMap((result) => (result.failed > 0 ? (result.notes ?? []) : []))
  if (failures.length > 0) console.log('Failed:')
  for (const line of failures.slice(0, 60)) console.log(`  ${line}`)
  console.log(`in ${seconds(Date.now() - startedAt)}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM')
    console.log('0 passed, 1 failed')
    process.exit(130)
  })
}

const unknown = requested.find((name) => !(name in steps))
if (unknown) {
  console.error(`Unknown step ${unknown}. Available: ${Object.keys(steps).join(', ')}`)
  process.exit(2)
}
const names =
  requested.length > 0 ? requested : Object.keys(steps).filter((name) => isFull || !steps[name].inFullSetOnly)
const log = (line) => console.log(line)
try {
  checkNodeVersion()
  mkdirSync(reports, { recursive: true })
  await install({ log })
  // A step that needs the build adds it.
  if (!names.includes('build') && names.some((name) => steps[name].after === 'build')) names.unshift('build')
  if (names.some((name) => steps[name].needsChromium === true)) {
    // An installation mostly waits for the network. A step that needs the browser reports its failure.
    chromium = provideChromium({ log, onStart })
    chromium.catch(() => {})
  }
  finish(await runSteps(names))
} catch (error) {
  console.log(error instanceof SetupError ? summarizeOutput(error.message) : (error?.stack ?? error))
  finish([{ passed: 0, failed: 1 }])
}
