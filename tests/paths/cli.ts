/** The command line of the path engine: `npm run paths`. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type PageDriver } from '../e2e/pageDriver.ts'
import { chartHash } from '../../tools/model-testing/chart.ts'
import { type ActorTree } from '../../tools/model-testing/actorTree.ts'
import { runSystem } from '../../tools/model-testing/systemRun.ts'
import {
  chooseSystemPaths,
  systemHeadline,
  SYSTEM_FORMATS,
  renderSystemPaths,
} from '../../tools/model-testing/systemFormats.ts'
import { coverModel } from '../../tools/model-testing/modelCoverage.ts'
import {
  markStale,
  ageLines,
  alignColumns,
  leftOutLines,
  coverageTable,
  type MachineCoverage,
} from '../../tools/model-testing/coverageFigures.ts'
import { type Finding } from '../../tools/model-testing/findings.ts'
import { choosePaths, countText } from '../../tools/model-testing/pathFormats.ts'
import { FORMATS, playwrightFile, renderPaths, type Format, type PlaywrightOptions } from './pathFormats.ts'
import { loadModel, machineNames, MACHINES_FOLDER, MODELS_FOLDER } from './loadModels.ts'
import { type Model } from './model.ts'
import { UnknownNameError } from '../../tools/model-testing/suggestNames.ts'
import { saveCoverage, REPORTS_FOLDER } from './coverageReport.ts'
import { runRandomWalks } from '../../tools/model-testing/randomWalk.ts'
import { runPaths } from '../../tools/model-testing/pathRun.ts'
import {
  parsePathKind,
  PATH_KINDS,
  searchPaths,
  type PathKind,
  type PathRequest,
} from '../../tools/model-testing/pathSearch.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** More paths than this are of no use to anybody, and fill the memory. */
const MAX_PATHS = 20_000

const HELP = `Paths through the product's machines, as steps that a person can follow.

  npm run paths                                  the machines
  npm run paths -- <machine>                     its paths: one for every transition
  npm run paths -- <machine> --to <state>        only those that end in this state
  npm run paths -- <machine> --estimate          how many paths there are of each kind
  npm run paths -- <machine> --as markdown       a manual test script; --out <file> writes it
  npm run paths -- <machine> --as playwright     a test that runs in a browser
  npm run paths -- <machine> --together          with the machines it talks to really in it; --to planChange/unclear,
                                                 and of the session --to signIn/signingIn or --to /unauth
  npm run paths -- <machine> --random 500        random walks; --seed and --run replay a failure
  npm run coverage                               what is covered of every machine, alone and in the browser

Which paths
${Object.entries(PATH_KINDS)
  .map(
    ([kind, words], i) =>
      `  ${i === 0 ? '--kind' : '      '} ${kind.padEnd(12)} ${words}${i === 0 ? ' (default)' : ''}`,
  )
  .join('\n')}
  --from <start or state>   where they begin
  --to <state>              where they end
  --through <event>         what happens on each
  --limit <n>               print at most n paths (default 100; 0 for all, ${MAX_PATHS.toLocaleString('en')} at most)

How
${Object.entries(FORMATS)
  .map(
    ([format, words], i) =>
      `  ${i === 0 ? '--as' : '    '} ${format.padEnd(12)} ${words}${i === 0 ? ' (default)' : ''}`,
  )
  .join('\n')}
  --json                    the same as --as json
  --out <file>              write it there
  --help

Exit codes: 0 all is well, 1 a check failed, 2 a mistake on the command line.
`

class UsageError extends Error {}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  through: { type: 'string' },
  kind: { type: 'string', default: 'transitions' },
  as: { type: 'string' },
  out: { type: 'string' },
  estimate: { type: 'boolean', default: false },
  together: { type: 'boolean', default: false },
  limit: { type: 'string', default: '100' },
  json: { type: 'boolean', default: false },
  coverage: { type: 'boolean', default: false },
  random: { type: 'string' },
  seed: { type: 'string' },
  run: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  // For the tests of this command line itself.
  machines: { type: 'string', default: MACHINES_FOLDER },
  models: { type: 'string', default: MODELS_FOLDER },
  reports: { type: 'string', default: REPORTS_FOLDER },
  flows: { type: 'string', default: join(ROOT, 'tests', 'e2e', 'drivers') },
} as const

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

type Values = ReturnType<typeof readArguments>['values']

function wholeNumber(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined
  if (!/^-?\d+$/.test(value)) throw new UsageError(`--${name} wants a whole number, not '${value}'.`)
  return Number(value)
}

async function loadAllModels(values: Values): Promise<Model[]> {
  const models: Model[] = []
  for (const name of machineNames(values.machines)) {
    const model = await loadModel(name, values.models)
    if (!model) throw new Error(`${name} has no model: write tests/machines/${name}.model.ts`)
    models.push(model)
  }
  return models
}

async function printMachines(values: Values): Promise<number> {
  const names = machineNames(values.machines)
  const rows = await Promise.all(
    names.map(async (name) => {
      const model = await loadModel(name, values.models)
      const pathRun = model && runPaths(model)
      return {
        machine: name,
        states: pathRun?.chart.states.size,
        transitions: pathRun?.chart.candidates.size,
        paths: pathRun?.paths.length,
      }
    }),
  )
  if (values.json) print(JSON.stringify(rows, null, 2))
  else {
    const cells = rows.map((row) => [
      row.machine,
      ...[row.states, row.transitions, row.paths].map((n) => String(n ?? 'no model')),
    ])
    print(alignColumns([['machine', 'states', 'transitions', 'paths'], ...cells]).join('\n'))
    print('\nOne machine: npm run paths -- <machine>. More: npm run paths -- --help')
  }
  return 0
}

/** Plays every path alone, now; what the browser covered is what its last run kept. */
async function printCoverage(values: Values, only: string | undefined): Promise<number> {
  const names = machineNames(values.machines)
  const models = (await loadAllModels(values)).filter(({ name }) => only === undefined || name === only)
  const alone: Record<string, MachineCoverage> = {}
  const findings: Finding[] = []
  for (const model of models) {
    const pathRun = runPaths(model)
    alone[model.name] = coverModel(model, pathRun, { replay: true })
    findings.push(...pathRun.findings)
  }
  const saved = saveCoverage('alone', alone, names, values.reports)
  const stamps = new Map(models.map(({ name, machine }) => [name, chartHash(machine)]))
  const report = {
    machines: markStale(
      saved.machines.filter(({ machine }) => alone[machine] !== undefined),
      stamps,
    ),
  }
  if (values.json) print(JSON.stringify({ ...report, findings }, null, 2))
  else {
    print(coverageTable(report).join('\n'))
    const age = ageLines(report.machines)
    if (age.length > 0) print(`\n${age.join('\n')}`)
    if (report.machines.some(({ browser, stale }) => browser === undefined || stale))
      print('\nWithout figures of the browser as it is now: npx playwright test -c tests/e2e tours keeps them.')
    for (const { machine, alone } of report.machines)
      for (const name of alone?.missing ?? []) print(`\n${machine} alone: no path shows ${name}`)
    const left = leftOutLines(report)
    if (left.length > 0) print(`\nLeft out in the browser:\n${left.map((line) => `  ${line}`).join('\n')}`)
    for (const { sentence } of findings) print(`\n${sentence}`)
  }
  const isWhole = Object.values(alone).every(({ missing }) => missing.length === 0)
  return isWhole && findings.length === 0 ? 0 : 1
}

function formatOf({ as, json }: Values): Format {
  const wanted = as ?? (json ? 'json' : 'text')
  const found = (Object.keys(FORMATS) as Format[]).find((format) => format === wanted)
  if (!found) throw new UnknownNameError('format', wanted, Object.keys(FORMATS))
  return found
}

function requestOf({ from, to, through, kind }: Values): PathRequest {
  return {
    kind: parsePathKind(kind),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(through === undefined ? {} : { through }),
  }
}

/** Which paths a browser can follow, by the machine's flow; and from where the test finds what it needs. */
async function playwrightOptionsOf({ name }: Model, { flows, out }: Values): Promise<PlaywrightOptions> {
  const file = join(flows, `${name}.driver.ts`)
  if (!existsSync(file))
    throw new Error(
      `No browser can follow the paths of ${name} yet: it has no flow. Write tests/e2e/drivers/${name}.driver.ts`,
    )
  const { default: flow } = (await import(pathToFileURL(file).href)) as { default: PageDriver }
  const { reasonAgainstPath } = await import('../e2e/pageDriver.ts')
  const browser = relative(dirname(resolve(out ?? playwrightFile(name))), join(ROOT, 'tests', 'e2e')).replaceAll(
    '\\',
    '/',
  )
  return {
    browser: browser === '' ? '.' : browser.startsWith('.') ? browser : `./${browser}`,
    reasonAgainst: (path) => reasonAgainstPath(flow, path),
  }
}

function printEstimate(model: Model, values: Values): number {
  const rows = (Object.keys(PATH_KINDS) as PathKind[]).map((kind) => {
    try {
      return { kind, ...searchPaths(model, { ...requestOf(values), kind }).count }
    } catch (error) {
      // Some kinds have no start or end of their own.
      if (error instanceof UnknownNameError) throw error
      return { kind, paths: undefined, isExact: true }
    }
  })
  if (values.json) print(JSON.stringify(rows, null, 2))
  else {
    const cells = rows.map(({ kind, paths, isExact }) => {
      const count = paths === undefined ? '–' : countText({ paths, isExact }).replace(/ paths?$/, '')
      return [kind, count, PATH_KINDS[kind]]
    })
    const wide = Math.max(...cells.map(([, count]) => count?.length ?? 0))
    for (const [kind = '', count = '', words = ''] of cells)
      print(`${kind.padEnd(12)}  ${count.padStart(wide)}  ${words}`)
  }
  return 0
}

async function writeText(file: string, text: string): Promise<void> {
  await mkdir(dirname(resolve(file)), { recursive: true })
  await writeFile(file, text)
}

async function printPaths(model: Model, values: Values): Promise<number> {
  const format = formatOf(values)
  const limit = limitOf(values)
  const wanted = searchPaths(model, requestOf(values))
  const options = format === 'playwright' ? await playwrightOptionsOf(model, values) : {}
  const chosen = choosePaths(wanted, limit)
  const text = renderPaths(chosen, format, options)
  if (values.out === undefined) process.stdout.write(text)
  else {
    await writeText(values.out, text)
    print(`${values.out}: ${chosen.paths.length} of ${countText(wanted.count)}`)
  }
  // In a format for programs, what is wrong with the machine would be in the way; the tests tell it anyway.
  const findings = format === 'text' ? runPaths(model).findings : []
  for (const { sentence } of findings) process.stderr.write(`\n${sentence}\n`)
  return findings.length === 0 ? 0 : 1
}

/** The paths of a machine with those that it talks to. */
async function printSystemPaths(name: string, values: Values): Promise<number> {
  const ignoredOption = (['from', 'through', 'random', 'seed', 'run'] as const).find(
    (option) => values[option] !== undefined,
  )
  const other = values.kind === options.kind.default ? ignoredOption : 'kind'
  if (other)
    throw new UsageError(
      `--together goes with --to, --limit, --estimate, --as, --out and --json: leave --${other} out.`,
    )
  const { actorTrees } = (await import('../machines/actorTrees.ts')) as {
    actorTrees: Readonly<Record<string, ActorTree>>
  }
  const tree = actorTrees[name]
  if (!tree) {
    const others = Object.keys(actorTrees).map((other) => `'${other}'`)
    throw new UsageError(`${name} talks to no machine inside it. Those that do are ${others.join(', ')}.`)
  }
  const { estimate, out } = values
  const format = formatOf(values)
  const known = SYSTEM_FORMATS.find((one) => one === format)
  if (!known) throw new UsageError(`No browser test is made of machines together: --as ${SYSTEM_FORMATS.join(', ')}.`)
  const chosen = chooseSystemPaths(runSystem(tree), values.to, limitOf(values))
  const { broken, vertices, edges, limited } = chosen.run
  if (estimate && known === 'json')
    print(JSON.stringify({ machine: name, vertices, edges, paths: chosen.of, limited }, null, 2))
  else if (estimate) print(systemHeadline(chosen))
  else if (out === undefined) process.stdout.write(renderSystemPaths(chosen, known))
  else {
    await writeText(out, renderSystemPaths(chosen, known))
    print(`${out}: ${chosen.paths.length} of ${countText({ paths: chosen.of, isExact: true })}`)
  }
  for (const sentence of broken) process.stderr.write(`\n${sentence}\n`)
  return broken.length === 0 ? 0 : 1
}

function limitOf({ limit }: Values): number {
  const wanted = wholeNumber(limit, 'limit') ?? 100
  if (wanted < 0) throw new UsageError('--limit wants 0 or more.')
  return wanted === 0 ? MAX_PATHS : Math.min(wanted, MAX_PATHS)
}

function printRandomWalks(model: Model, values: Values): number {
  const seed = wholeNumber(values.seed, 'seed')
  const run = wholeNumber(values.run, 'run')
  const wanted = wholeNumber(values.random, 'random') ?? 100
  if (wanted < 1) throw new UsageError('--random wants 1 or more.')
  const {
    failure,
    runs,
    steps,
    seed: drawn,
  } = runRandomWalks(model, {
    runs: wanted,
    ...(seed === undefined ? {} : { seed }),
    ...(run === undefined ? {} : { run }),
  })
  if (values.json)
    print(JSON.stringify({ machine: model.name, runs, steps, seed: drawn, failure: failure ?? null }, null, 2))
  else if (failure)
    print(
      `${failure.sentence}\nCommand: npm run paths -- ${model.name} --random ${wanted} --seed ${drawn} --run ${failure.run}`,
    )
  else print(`${model.name}: ${runs} random walks, ${steps} steps, no failure (seed ${drawn}).`)
  return failure ? 1 : 0
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  if (values.help) {
    print(HELP)
    return 0
  }
  const [name, ...more] = positionals
  if (more.length > 0) throw new UsageError(`One machine at a time: '${more.join(' ')}' is too much.`)
  const names = machineNames(values.machines)
  if (name !== undefined && !names.includes(name)) throw new UnknownNameError('machine', name, names)
  if (values.coverage) return printCoverage(values, name)
  if (name === undefined) {
    const optionWithValue = (['from', 'to', 'through', 'as', 'out', 'random', 'seed', 'run'] as const).find(
      (option) => values[option] !== undefined,
    )
    const flagOption = values.estimate ? 'estimate' : values.together ? 'together' : undefined
    const machineOption = optionWithValue ?? flagOption ?? (values.kind === options.kind.default ? undefined : 'kind')
    if (machineOption)
      throw new UsageError(`--${machineOption} wants a machine: npm run paths -- <machine> --${machineOption} …`)
    return printMachines(values)
  }
  const model = await loadModel(name, values.models)
  if (!model) throw new Error(`${name} has no model: write tests/machines/${name}.model.ts`)
  if (values.together) return printSystemPaths(name, values)
  if (values.random !== undefined || values.seed !== undefined) return printRandomWalks(model, values)
  if (values.run !== undefined) throw new UsageError('--run replays a random walk and needs its --seed.')
  if (values.estimate) return printEstimate(model, values)
  return printPaths(model, values)
}

// A reader that stops early, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
try {
  process.exitCode = await main()
} catch (error) {
  const isUsage = error instanceof UsageError || error instanceof UnknownNameError
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (isUsage) process.stderr.write('npm run paths -- --help tells how it is used.\n')
  process.exitCode = isUsage ? 2 : 1
}
