/** The command line of the path engine: `npm run paths`. */
import { parseArgs } from 'node:util'
import { type CoverageReport, Coverage } from './coverage.ts'
import { loadModel, machineNames, MACHINES, MODELS } from './load.ts'
import { type Model } from './model.ts'
import { near } from './near.ts'
import { roam } from './roam.ts'
import { play } from './stage.ts'
import { walk, pathTo, type Path, type Walk } from './walk.ts'
import { happeningWords, momentWords, pathWords } from './words.ts'

const HELP = `Paths through the product's machines, as steps that a person can follow.

  npm run paths                            the machines
  npm run paths -- <machine>               its paths
  npm run paths -- <machine> --to <state>  only those that end in this state, by the shortest way each
  npm run paths -- --coverage              what the paths cover, over all machines
  npm run paths -- <machine> --random 500  random walks; --seed and --path show a failure again

Options
  --kind transitions|shortest  a path for every transition (default), or the shortest to every state
  --limit <n>                  print at most n paths (default 100, 0 for all)
  --json                       the same as data
  --random <n>                 draw n random walks and check the invariants
  --seed <n>, --path <p>       from a failed random walk
  --help

Exit codes: 0 all is well, 1 a check failed, 2 a mistake on the command line.
`

class Usage extends Error {}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const options = {
  to: { type: 'string' },
  kind: { type: 'string', default: 'transitions' },
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

function unknown(what: string, name: string, names: readonly string[]): Usage {
  const like = near(name, names)
  const quoted = (list: readonly string[]): string => list.map((other) => `'${other}'`).join(', ')
  const hint = like.length > 0 ? ` Did you mean ${quoted(like)}?` : ` There are ${quoted(names)}.`
  return new Usage(`There is no ${what} '${name}'.${hint}`)
}

/** A table with its columns as wide as what stands in them; numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const share = ({ seen, of }: { seen: number; of: number }): string => `${seen}/${of}`

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
    print(table([['machine', 'states', 'transitions', 'paths'], ...cells]))
    print('\nOne machine: npm run paths -- <machine>. More: npm run paths -- --help')
  }
  return 0
}

async function coverage(values: Values, only: string | undefined): Promise<number> {
  const models = (await all(values)).filter(({ name }) => only === undefined || name === only)
  const rows: { machine: string; paths: number; steps: number; ms: number; report: CoverageReport; walked: Walk }[] = []
  for (const model of models) {
    const begun = performance.now()
    const walked = walk(model)
    const seen = new Coverage(walked.chart)
    for (const path of walked.paths) play(model, path, seen)
    const steps = walked.paths.reduce((sum, path) => sum + path.steps.length, 0)
    const ms = Math.round(performance.now() - begun)
    rows.push({ machine: model.name, paths: walked.paths.length, steps, ms, report: seen.report(), walked })
  }
  const findings = rows.flatMap(({ walked }) => walked.findings)
  if (values.json) {
    const data = rows.map(({ machine, paths, steps, ms, report, walked }) => {
      const { missing, ...tallies } = report
      const names = {
        ...missing,
        transitions: missing.transitions.map(({ words }) => words),
        refusals: missing.refusals.map(({ words }) => words),
      }
      return { machine, paths, steps, ms, ...tallies, missing: names, findings: walked.findings }
    })
    print(JSON.stringify(data, null, 2))
  } else {
    const cells = rows.map(({ machine, paths, steps, ms, report: { states, transitions, branches } }) => [
      machine,
      share(states),
      share(transitions),
      share(branches),
      String(paths),
      String(steps),
      `${ms} ms`,
    ])
    print(table([['machine', 'states', 'transitions', 'guard branches', 'paths', 'steps', 'time'], ...cells]))
    for (const { sentence } of findings) print(`\n${sentence}`)
  }
  const isWhole = rows.every(({ report: { states, transitions, branches } }) =>
    [states, transitions, branches].every(({ seen, of }) => seen === of),
  )
  return isWhole && findings.length === 0 ? 0 : 1
}

/** The shortest path to each state, or to the one that is asked for in each way in which it can be reached. */
function choose(walked: Walk, values: Values): Path[] {
  const { to, kind } = values
  if (kind !== 'transitions' && kind !== 'shortest')
    throw new Usage(`--kind is 'transitions' or 'shortest', not '${kind}'.`)
  const isIn = (path: string, state: string): boolean => path === state || path.startsWith(`${state}.`)
  const states = [...walked.chart.states.keys()]
  if (to !== undefined && !states.includes(to)) throw unknown(`state of ${walked.model.name}`, to, states)
  const { arrivals } = walked
  const reaches = (state: string) => (arrival: (typeof arrivals)[number]) =>
    arrival.moment.snapshot._nodes.some(({ path }) => isIn(path.join('.'), state))
  if (kind === 'shortest') {
    const wanted = to === undefined ? states : [to]
    const found = wanted.flatMap((state) => arrivals.find(reaches(state)) ?? [])
    return [...new Set(found)].map(pathTo)
  }
  if (to === undefined) return [...walked.paths]
  // Every way in: arrivals there that come from elsewhere.
  const isThere = reaches(to)
  return arrivals.filter((arrival) => isThere(arrival) && !(arrival.from && isThere(arrival.from))).map(pathTo)
}

function paths(model: Model, values: Values): number {
  const walked = walk(model)
  const chosen = choose(walked, values)
  const limit = whole(values.limit, 'limit') ?? 100
  if (limit < 0) throw new Usage('--limit wants 0 or more.')
  const printed = limit === 0 ? chosen : chosen.slice(0, limit)
  const left = chosen.length - printed.length
  if (values.json) {
    const data = printed.map((path) => {
      let before = path.start.moment
      const steps = path.steps.map(({ happening, label, moment }) => {
        const words = happeningWords(model, happening, before)
        before = moment
        return { label, words, event: happening.event, state: moment.snapshot.value, now: momentWords(moment) }
      })
      return { name: path.name, input: path.input, start: path.start.moment.snapshot.value, steps }
    })
    print(JSON.stringify({ machine: model.name, paths: chosen.length, left, list: data }, null, 2))
  } else {
    const to = values.to === undefined ? '' : ` to '${values.to}'`
    print(`${model.name}: ${chosen.length} ${chosen.length === 1 ? 'path' : 'paths'}${to}`)
    printed.forEach((path, i) => {
      print(`\nPath ${i + 1} of ${chosen.length}`)
      for (const line of pathWords(model, path)) print(`  ${line}`)
    })
    if (left > 0) print(`\n${left} more are not printed: --limit 0 prints all.`)
    for (const { sentence } of walked.findings) process.stderr.write(`\n${sentence}\n`)
  }
  return walked.findings.length === 0 ? 0 : 1
}

function random(model: Model, values: Values): number {
  const seed = whole(values.seed, 'seed')
  const {
    failure,
    runs,
    steps,
    seed: drawn,
  } = roam(model, {
    runs: whole(values.random, 'random') ?? 100,
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
  if (name !== undefined && !names.includes(name)) throw unknown('machine', name, names)
  if (values.coverage) return coverage(values, name)
  if (name === undefined) {
    const lonely = (['to', 'random', 'seed', 'path'] as const).find((option) => values[option] !== undefined)
    if (lonely) throw new Usage(`--${lonely} wants a machine: npm run paths -- <machine> --${lonely} …`)
    return list(values)
  }
  const model = await loadModel(name, values.models)
  if (!model) throw new Error(`${name} has no model: write tests/machines/${name}.model.ts`)
  if (values.random !== undefined || values.seed !== undefined) return random(model, values)
  return paths(model, values)
}

// A reader that stops early, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
try {
  process.exitCode = await main()
} catch (error) {
  const isUsage = error instanceof Usage
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (isUsage) process.stderr.write('npm run paths -- --help tells how it is used.\n')
  process.exitCode = isUsage ? 2 : 1
}
