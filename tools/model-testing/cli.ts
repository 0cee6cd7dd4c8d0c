/** The command line of the path engine: `npm run paths`. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Flow } from '../../tests/e2e/flow.ts'
import { stampOf } from './chart.ts'
import { rehearse, type Cast } from './company.ts'
import { chooseScenes, companyHeadline, COMPANY_FORMATS, renderScenes } from './companyFormats.ts'
import { Coverage } from './coverage.ts'
import {
  aged,
  ageWords,
  aligned,
  compare,
  everythingOf,
  leftOutWords,
  nameWords,
  seenIn,
  tableOf,
  type Alone,
} from './figures.ts'
import { type Finding } from './findings.ts'
import { choose, countWords, FORMATS, playwrightFile, render, type Format, type PlaywrightOptions } from './formats.ts'
import { loadModel, machineNames, MACHINES, MODELS } from './load.ts'
import { type Model } from './model.ts'
import { UnknownName } from './near.ts'
import { keep, REPORTS } from './report.ts'
import { roam } from './roam.ts'
import { play } from './stage.ts'
import { walk } from './walk.ts'
import { kindOf, KINDS, ways, type PathKind, type Wish } from './ways.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** More paths than this are of no use to anybody, and fill the memory. */
const MOST = 20_000

const HELP = `Paths through the product's machines, as steps that a person can follow.

  npm run paths                                  the machines
  npm run paths -- <machine>                     its paths: one for every transition
  npm run paths -- <machine> --to <state>        only those that end in this state
  npm run paths -- <machine> --estimate          how many paths there are of each kind
  npm run paths -- <machine> --as markdown       a manual test script; --out <file> writes it
  npm run paths -- <machine> --as playwright     a test that runs in a browser
  npm run paths -- <machine> --together          with the machines it talks to really in it; --to planChange/unclear,
                                                 and of the session --to signIn/admitting or --to /unauth
  npm run paths -- <machine> --random 500        random walks; --seed and --path show a failure again
  npm run coverage                               what is covered of every machine, alone and in the browser

Which paths
${Object.entries(KINDS)
  .map(
    ([kind, words], i) =>
      `  ${i === 0 ? '--kind' : '      '} ${kind.padEnd(12)} ${words}${i === 0 ? ' (default)' : ''}`,
  )
  .join('\n')}
  --from <start or state>   where they begin
  --to <state>              where they end
  --through <event>         what happens on each
  --limit <n>               print at most n paths (default 100; 0 for all, ${MOST.toLocaleString('en')} at most)

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

class Usage extends Error {}

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
  path: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  // For the tests of this command line itself.
  machines: { type: 'string', default: MACHINES },
  models: { type: 'string', default: MODELS },
  reports: { type: 'string', default: REPORTS },
  flows: { type: 'string', default: join(ROOT, 'tests', 'e2e', 'drivers') },
} as const

function read() {
  try {
    return parseArgs({ options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error))
  }
}

type Values = ReturnType<typeof read>['values']

function whole(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined
  if (!/^-?\d+$/.test(value)) throw new Usage(`--${name} wants a whole number, not '${value}'.`)
  return Number(value)
}

async function all(values: Values): Promise<Model[]> {
  const models: Model[] = []
  for (const name of machineNames(values.machines)) {
    const model = await loadModel(name, values.models)
    if (!model) throw new Error(`${name} has no model: write tests/machines/${name}.model.ts`)
    models.push(model)
  }
  return models
}

async function list(values: Values): Promise<number> {
  const names = machineNames(values.machines)
  const rows = await Promise.all(
    names.map(async (name) => {
      const model = await loadModel(name, values.models)
      const walked = model && walk(model)
      return {
        machine: name,
        states: walked?.chart.states.size,
        transitions: walked?.chart.candidates.size,
        paths: walked?.paths.length,
      }
    }),
  )
  if (values.json) print(JSON.stringify(rows, null, 2))
  else {
    const cells = rows.map((row) => [
      row.machine,
      ...[row.states, row.transitions, row.paths].map((n) => String(n ?? 'no model')),
    ])
    print(aligned([['machine', 'states', 'transitions', 'paths'], ...cells]).join('\n'))
    print('\nOne machine: npm run paths -- <machine>. More: npm run paths -- --help')
  }
  return 0
}

/** Plays every path alone, now; what the browser covered is what its last run kept. */
async function coverage(values: Values, only: string | undefined): Promise<number> {
  const names = machineNames(values.machines)
  const models = (await all(values)).filter(({ name }) => only === undefined || name === only)
  const alone: Record<string, Alone> = {}
  const findings: Finding[] = []
  for (const model of models) {
    const walked = walk(model)
    const seen = new Coverage(walked.chart)
    const paths = [...walked.paths, ...ways(model, { kind: 'pairs' }).paths()]
    for (const path of paths) play(model, path, seen)
    const moments = paths.map(({ start, steps }) => [start.moment, ...steps.map(({ moment }) => moment)])
    const { figures, missing } = compare(seenIn(walked.chart, moments, seen.refusals()), everythingOf(walked))
    const steps = paths.reduce((sum, path) => sum + path.steps.length, 0)
    alone[model.name] = {
      figures,
      missing: missing.map((name) => nameWords(walked.chart, name)),
      paths: paths.length,
      steps,
    }
    findings.push(...walked.findings)
  }
  const kept = keep('alone', alone, names, values.reports)
  const stamps = new Map(models.map(({ name, machine }) => [name, stampOf(machine)]))
  const report = {
    machines: aged(
      kept.machines.filter(({ machine }) => alone[machine] !== undefined),
      stamps,
    ),
  }
  if (values.json) print(JSON.stringify({ ...report, findings }, null, 2))
  else {
    print(tableOf(report).join('\n'))
    const age = ageWords(report.machines)
    if (age.length > 0) print(`\n${age.join('\n')}`)
    if (report.machines.some(({ browser, stale }) => browser === undefined || stale))
      print('\nWithout figures of the browser as it is now: npx playwright test -c tests/e2e tours keeps them.')
    for (const { machine, alone } of report.machines)
      for (const name of alone?.missing ?? []) print(`\n${machine} alone: no path shows ${name}`)
    const left = leftOutWords(report)
    if (left.length > 0) print(`\nLeft out in the browser:\n${left.map((line) => `  ${line}`).join('\n')}`)
    for (const { sentence } of findings) print(`\n${sentence}`)
  }
  const isWhole = Object.values(alone).every(({ missing }) => missing.length === 0)
  return isWhole && findings.length === 0 ? 0 : 1
}

function formatOf({ as, json }: Values): Format {
  const wanted = as ?? (json ? 'json' : 'text')
  const found = (Object.keys(FORMATS) as Format[]).find((format) => format === wanted)
  if (!found) throw new UnknownName('format', wanted, Object.keys(FORMATS))
  return found
}

function wishOf({ from, to, through, kind }: Values): Wish {
  return {
    kind: kindOf(kind),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(through === undefined ? {} : { through }),
  }
}

/** Which paths a browser can follow, by the machine's flow; and from where the test finds what it needs. */
async function forPlaywright({ name }: Model, { flows, out }: Values): Promise<PlaywrightOptions> {
  const file = join(flows, `${name}.flow.ts`)
  if (!existsSync(file))
    throw new Error(
      `No browser can follow the paths of ${name} yet: it has no flow. Write tests/e2e/drivers/${name}.flow.ts`,
    )
  const { default: flow } = (await import(pathToFileURL(file).href)) as { default: Flow }
  const { reasonAgainstPath } = await import('../../tests/e2e/flow.ts')
  const browser = relative(dirname(resolve(out ?? playwrightFile(name))), join(ROOT, 'tests', 'e2e')).replaceAll(
    '\\',
    '/',
  )
  return {
    browser: browser === '' ? '.' : browser.startsWith('.') ? browser : `./${browser}`,
    reasonAgainst: (path) => reasonAgainstPath(flow, path),
  }
}

function estimate(model: Model, values: Values): number {
  const rows = (Object.keys(KINDS) as PathKind[]).map((kind) => {
    try {
      return { kind, ...ways(model, { ...wishOf(values), kind }).count }
    } catch (error) {
      // Some kinds have no start or end of their own.
      if (error instanceof UnknownName) throw error
      return { kind, paths: undefined, isExact: true }
    }
  })
  if (values.json) print(JSON.stringify(rows, null, 2))
  else {
    const cells = rows.map(({ kind, paths, isExact }) => {
      const count = paths === undefined ? '–' : countWords({ paths, isExact }).replace(/ paths?$/, '')
      return [kind, count, KINDS[kind]]
    })
    const wide = Math.max(...cells.map(([, count]) => count?.length ?? 0))
    for (const [kind = '', count = '', words = ''] of cells)
      print(`${kind.padEnd(12)}  ${count.padStart(wide)}  ${words}`)
  }
  return 0
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(resolve(file)), { recursive: true })
  await writeFile(file, text)
}

async function paths(model: Model, values: Values): Promise<number> {
  const format = formatOf(values)
  const limit = limitOf(values)
  const wanted = ways(model, wishOf(values))
  const options = format === 'playwright' ? await forPlaywright(model, values) : {}
  const chosen = choose(wanted, limit)
  const text = render(chosen, format, options)
  if (values.out === undefined) process.stdout.write(text)
  else {
    await write(values.out, text)
    print(`${values.out}: ${chosen.paths.length} of ${countWords(wanted.count)}`)
  }
  // In a format for programs, what is wrong with the machine would be in the way; the tests tell it anyway.
  const findings = format === 'text' ? walk(model).findings : []
  for (const { sentence } of findings) process.stderr.write(`\n${sentence}\n`)
  return findings.length === 0 ? 0 : 1
}

/** The paths of a machine with those that it talks to. */
async function company(name: string, values: Values): Promise<number> {
  const deaf = (['from', 'through', 'random', 'seed', 'path'] as const).find((option) => values[option] !== undefined)
  const other = values.kind === options.kind.default ? deaf : 'kind'
  if (other)
    throw new Usage(`--together goes with --to, --limit, --estimate, --as, --out and --json: leave --${other} out.`)
  const { casts } = (await import('../../tests/machines/together.ts')) as { casts: Readonly<Record<string, Cast>> }
  const cast = casts[name]
  if (!cast) {
    const others = Object.keys(casts).map((other) => `'${other}'`)
    throw new Usage(`${name} talks to no machine inside it. Those that do are ${others.join(', ')}.`)
  }
  const { estimate, out } = values
  const format = formatOf(values)
  const known = COMPANY_FORMATS.find((one) => one === format)
  if (!known) throw new Usage(`No browser test is made of machines together: --as ${COMPANY_FORMATS.join(', ')}.`)
  const chosen = chooseScenes(rehearse(cast), values.to, limitOf(values))
  const { broken, vertices, edges, limited } = chosen.company
  if (estimate && known === 'json')
    print(JSON.stringify({ machine: name, vertices, edges, paths: chosen.of, limited }, null, 2))
  else if (estimate) print(companyHeadline(chosen))
  else if (out === undefined) process.stdout.write(renderScenes(chosen, known))
  else {
    await write(out, renderScenes(chosen, known))
    print(`${out}: ${chosen.paths.length} of ${countWords({ paths: chosen.of, isExact: true })}`)
  }
  for (const sentence of broken) process.stderr.write(`\n${sentence}\n`)
  return broken.length === 0 ? 0 : 1
}

function limitOf({ limit }: Values): number {
  const wanted = whole(limit, 'limit') ?? 100
  if (wanted < 0) throw new Usage('--limit wants 0 or more.')
  return wanted === 0 ? MOST : Math.min(wanted, MOST)
}

function random(model: Model, values: Values): number {
  const seed = whole(values.seed, 'seed')
  const wanted = whole(values.random, 'random') ?? 100
  if (wanted < 1) throw new Usage('--random wants 1 or more.')
  const {
    failure,
    runs,
    steps,
    seed: drawn,
  } = roam(model, {
    runs: wanted,
    ...(seed === undefined ? {} : { seed }),
    ...(values.path === undefined ? {} : { path: values.path }),
  })
  if (values.json)
    print(JSON.stringify({ machine: model.name, runs, steps, seed: drawn, failure: failure ?? null }, null, 2))
  else if (failure) print(failure.sentence)
  else print(`${model.name}: ${runs} random walks, ${steps} steps, nothing broken (seed ${drawn}).`)
  return failure ? 1 : 0
}

async function main(): Promise<number> {
  const { values, positionals } = read()
  if (values.help) {
    print(HELP)
    return 0
  }
  const [name, ...more] = positionals
  if (more.length > 0) throw new Usage(`One machine at a time: '${more.join(' ')}' is too much.`)
  const names = machineNames(values.machines)
  if (name !== undefined && !names.includes(name)) throw new UnknownName('machine', name, names)
  if (values.coverage) return coverage(values, name)
  if (name === undefined) {
    const lonely = (['from', 'to', 'through', 'as', 'out', 'random', 'seed', 'path'] as const).find(
      (option) => values[option] !== undefined,
    )
    const bare = values.estimate ? 'estimate' : values.together ? 'together' : undefined
    const alone = lonely ?? bare ?? (values.kind === options.kind.default ? undefined : 'kind')
    if (alone) throw new Usage(`--${alone} wants a machine: npm run paths -- <machine> --${alone} …`)
    return list(values)
  }
  const model = await loadModel(name, values.models)
  if (!model) throw new Error(`${name} has no model: write tests/machines/${name}.model.ts`)
  if (values.together) return company(name, values)
  if (values.random !== undefined || values.seed !== undefined) return random(model, values)
  if (values.path !== undefined) throw new Usage('--path shows a random walk again: it wants its --seed too.')
  if (values.estimate) return estimate(model, values)
  return paths(model, values)
}

// A reader that stops early, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
try {
  process.exitCode = await main()
} catch (error) {
  const isUsage = error instanceof Usage || error instanceof UnknownName
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (isUsage) process.stderr.write('npm run paths -- --help tells how it is used.\n')
  process.exitCode = isUsage ? 2 : 1
}
