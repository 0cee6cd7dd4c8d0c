/** The command behind `npm run paths`. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
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
import { Coverage } from '../../tools/model-testing/coverage.ts'
import { coverModel } from '../../tools/model-testing/modelCoverage.ts'
import {
  markStale,
  dateLines,
  alignColumns,
  leftOutLines,
  coverageTable,
  type MachineCoverage,
} from '../../tools/model-testing/coverageFigures.ts'
import { type Finding } from '../../tools/model-testing/findings.ts'
import { choosePaths, countText } from '../../tools/model-testing/pathFormats.ts'
import {
  formatOf,
  HELP,
  integerOf,
  limitOf,
  options,
  readArguments,
  requestOf,
  ROOT,
  UsageError,
  type Values,
} from './cliOptions.ts'
import { playwrightFile, renderPaths, type PlaywrightOptions } from './pathFormats.ts'
import { loadModel, machineNames } from './loadModels.ts'
import { type Model } from './model.ts'
import { UnknownNameError } from '../../tools/model-testing/suggestNames.ts'
import { saveCoverage } from './coverageReport.ts'
import { readRequirements } from '../atlas/requirements.ts'
import { readRequirementTests, requirementTestProblems } from '../architecture/requirementTests.ts'
import { readSources } from '../architecture/sources.ts'
import { runRandomWalks } from '../../tools/model-testing/randomWalk.ts'
import { runPaths } from '../../tools/model-testing/pathRun.ts'
import { PATH_KINDS, searchPaths, type PathKind } from '../../tools/model-testing/pathSearch.ts'

const print = (text: string): void => void process.stdout.write(`${text}\n`)

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

/** The requirements with the tests that name them. */
async function readRequirementCoverage() {
  const page = await readFile(join(ROOT, 'docs', 'requirements.md'), 'utf8')
  const { requirements } = readRequirements(page)
  const tests = readRequirementTests(readSources())
  return {
    requirements: requirements.map(({ name, text }) => ({
      name,
      text,
      tests: tests.filter(({ requirement }) => requirement === name).map(({ file, title }) => ({ file, title })),
    })),
    problems: requirementTestProblems(requirements, tests),
  }
}

/**
 * Replays every path of the models. The browser figures are those of the last browser run. Without a machine it also lists
 * the tests of each requirement.
 */
async function printCoverage(values: Values, only: string | undefined): Promise<number> {
  const names = machineNames(values.machines)
  const models = (await loadAllModels(values)).filter(({ name }) => only === undefined || name === only)
  const alone: Record<string, MachineCoverage> = {}
  const findings: Finding[] = []
  for (const model of models) {
    const pathRun = runPaths(model)
    alone[model.name] = coverModel(model, pathRun, new Coverage(pathRun.chart))
    findings.push(...pathRun.findings)
  }
  const saved = saveCoverage('alone', alone, names, values.reports)
  const { requirements, problems } =
    only === undefined ? await readRequirementCoverage() : { requirements: [], problems: [] }
  const chartHashes = new Map(models.map(({ name, machine }) => [name, chartHash(machine)]))
  const report = {
    machines: markStale(
      saved.machines.filter(({ machine }) => alone[machine] !== undefined),
      chartHashes,
    ),
  }
  if (values.json) print(JSON.stringify({ ...report, findings, requirements, problems }, null, 2))
  else {
    print(coverageTable(report).join('\n'))
    const age = dateLines(report.machines)
    if (age.length > 0) print(`\n${age.join('\n')}`)
    if (report.machines.some(({ browser, stale }) => browser === undefined || stale))
      print('\nBrowser figures are missing or stale. Run npx playwright test -c tests/e2e tours --grep-invert=@core.')
    for (const { machine, alone } of report.machines)
      for (const name of alone?.missing ?? []) print(`\n${machine}: no path covers ${name}`)
    const left = leftOutLines(report)
    if (left.length > 0) print(`\nExcluded in the browser:\n${left.map((line) => `  ${line}`).join('\n')}`)
    for (const { name, text, tests } of requirements)
      print([`\n${name}  ${text}`, ...tests.map(({ file, title }) => `  ${file}: ${title}`)].join('\n'))
    if (requirements.length > 0)
      print(
        `\n${requirements.filter(({ tests }) => tests.length > 0).length} of ${requirements.length} requirements have tests.`,
      )
    for (const { sentence } of findings) print(`\n${sentence}`)
    for (const problem of problems) print(`\n${problem}`)
  }
  const isComplete = Object.values(alone).every(({ missing }) => missing.length === 0)
  return isComplete && findings.length === 0 && problems.length === 0 ? 0 : 1
}

/** The options of a browser test: which paths the page driver supports, and the import path of the drivers. */
async function playwrightOptionsOf({ name }: Model, { drivers, out }: Values): Promise<PlaywrightOptions> {
  const file = join(drivers, `${name}.driver.ts`)
  if (!existsSync(file)) throw new Error(`${name} has no page driver. Write tests/e2e/drivers/${name}.driver.ts`)
  const { default: driver } = (await import(pathToFileURL(file).href)) as { default: PageDriver }
  const { reasonAgainstPath } = await import('../e2e/pageDriver.ts')
  const browser = relative(dirname(resolve(out ?? playwrightFile(name))), join(ROOT, 'tests', 'e2e')).replaceAll(
    '\\',
    '/',
  )
  return {
    browser: browser === '' ? '.' : browser.startsWith('.') ? browser : `./${browser}`,
    reasonAgainst: (path) => reasonAgainstPath(driver, path),
  }
}

function printEstimate(model: Model, values: Values): number {
  const rows = (Object.keys(PATH_KINDS) as PathKind[]).map((kind) => {
    try {
      return { kind, ...searchPaths(model, { ...requestOf(values), kind }).count }
    } catch (error) {
      // Some kinds support no start or end.
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
    const width = Math.max(...cells.map(([, count]) => count?.length ?? 0))
    for (const [kind = '', count = '', description = ''] of cells)
      print(`${kind.padEnd(12)}  ${count.padStart(width)}  ${description}`)
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
  // Other formats are for programs and files; the tests report the findings too.
  const findings = format === 'text' ? runPaths(model).findings : []
  for (const { sentence } of findings) process.stderr.write(`\n${sentence}\n`)
  return findings.length === 0 ? 0 : 1
}

async function printSystemPaths(name: string, values: Values): Promise<number> {
  const ignoredOption = (['from', 'through', 'random', 'seed', 'run'] as const).find(
    (option) => values[option] !== undefined,
  )
  const other = values.kind === options.kind.default ? ignoredOption : 'kind'
  if (other) throw new UsageError(`--system does not support --${other}.`)
  const { actorTrees } = (await import('../machines/actorTrees.ts')) as {
    actorTrees: Readonly<Record<string, ActorTree>>
  }
  const tree = actorTrees[name]
  if (!tree) {
    const others = Object.keys(actorTrees).map((other) => `'${other}'`)
    throw new UsageError(`${name} has no child machines and no peers. These have: ${others.join(', ')}.`)
  }
  const { estimate, out } = values
  const format = formatOf(values)
  const known = SYSTEM_FORMATS.find((one) => one === format)
  if (!known) throw new UsageError(`--system supports --as ${SYSTEM_FORMATS.join(', ')}.`)
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

function printRandomWalks(model: Model, values: Values): number {
  const seed = integerOf(values.seed, 'seed')
  const run = integerOf(values.run, 'run')
  const wanted = integerOf(values.random, 'random') ?? 100
  if (wanted < 1) throw new UsageError('--random must be at least 1.')
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

async function runCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args)
  if (values.help) {
    print(HELP)
    return 0
  }
  const [name, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Only one machine is possible: remove '${more.join(' ')}'.`)
  const names = machineNames(values.machines)
  if (name !== undefined && !names.includes(name)) throw new UnknownNameError('machine', name, names)
  if (values.coverage) return printCoverage(values, name)
  if (name === undefined) {
    const optionWithValue = (['from', 'to', 'through', 'as', 'out', 'random', 'seed', 'run'] as const).find(
      (option) => values[option] !== undefined,
    )
    const flagOption = values.estimate ? 'estimate' : values.system ? 'system' : undefined
    const machineOption = optionWithValue ?? flagOption ?? (values.kind === options.kind.default ? undefined : 'kind')
    if (machineOption)
      throw new UsageError(`--${machineOption} requires a machine: npm run paths -- <machine> --${machineOption} …`)
    return printMachines(values)
  }
  const model = await loadModel(name, values.models)
  if (!model) throw new Error(`${name} has no model: write tests/machines/${name}.model.ts`)
  if (values.system) return printSystemPaths(name, values)
  if (values.random !== undefined || values.seed !== undefined) return printRandomWalks(model, values)
  if (values.run !== undefined) throw new UsageError('--run requires --seed.')
  if (values.estimate) return printEstimate(model, values)
  return printPaths(model, values)
}

export async function pathsCommand(args: string[]): Promise<number> {
  try {
    return await runCommand(args)
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof UnknownNameError
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    if (isUsage) process.stderr.write('Usage: npm run paths -- --help\n')
    return isUsage ? 2 : 1
  }
}
