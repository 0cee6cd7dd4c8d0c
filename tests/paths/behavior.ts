/** The approved behavior of the machines: a file for each machine, and the difference between two versions in words. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { behaviorText } from '../../tools/model-testing/behavior.ts'
import { runPaths } from '../../tools/model-testing/pathRun.ts'
import { loadModels, MODELS_FOLDER } from './loadModels.ts'

const ROOT = join(import.meta.dirname, '..', '..')
export const APPROVED_FOLDER = join(MODELS_FOLDER, 'approved')

/** By machine, its behavior as text. */
type Behaviors = ReadonlyMap<string, string>

const USAGE = `Usage:
  npm run behavior                            the difference between the approved and the current behavior
  npm run behavior -- --approve               approve the current behavior
  npm run behavior -- <commit> [<commit>]     the difference between two commits, or a commit and the current behavior`

/** The results by state and cause. The tags and actions of a state are the result of the state alone. */
function resultsByCause(text: string): Map<string, string[]> {
  const results = new Map<string, string[]>()
  let heading = ''
  for (const line of text.split('\n').filter(Boolean)) {
    const [name = '', result = ''] = line.startsWith('  ') ? line.trim().split(/ → (.*)/) : line.split(/ \((.*)\)$/)
    if (!line.startsWith('  ')) heading = name
    const key = heading === name ? name : `${heading}: ${name}`
    results.set(key, [...(results.get(key) ?? []), result])
  }
  return results
}

/** Returns the difference between two versions of a machine in words, a line each; empty if there is none. */
export function behaviorDifference(machine: string, before: string, after: string): string[] {
  const [earlier, later] = [resultsByCause(before), resultsByCause(after)]
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key) => {
    const [was, is] = [earlier.get(key) ?? [], later.get(key) ?? []]
    const removed = was.filter((result) => !is.includes(result)).map((result) => `  was: ${result || 'a state'}`)
    const added = is.filter((result) => !was.includes(result)).map((result) => `  is:  ${result || 'a state'}`)
    return removed.length + added.length > 0 ? [`${machine}, ${key}`, ...removed, ...added] : []
  })
}

/** Returns the approved behavior of a machine, '' if there is none. */
export function approvedBehavior(machine: string, folder = APPROVED_FOLDER): string {
  const file = join(folder, `${machine}.txt`)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

const machineOf = (file: string): string => file.replace(/^.*\/|\.txt$/g, '')

export const approvedMachines = (folder = APPROVED_FOLDER): string[] =>
  existsSync(folder) ? readdirSync(folder).map(machineOf) : []

/** Reads the approved behavior in a commit. */
function behaviorsIn(commit: string, root: string): Behaviors {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const files = git('ls-tree', '--name-only', commit, 'tests/machines/approved/').split('\n').filter(Boolean)
  if (files.length === 0) throw new Error(`${commit} has no approved behavior.`)
  return new Map(files.map((file) => [machineOf(file), git('show', `${commit}:${file}`)]))
}

function approve(current: Behaviors, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const machine of approvedMachines(folder)) if (!current.has(machine)) rmSync(join(folder, `${machine}.txt`))
  for (const [machine, text] of current) writeFileSync(join(folder, `${machine}.txt`), text)
}

/** The command behind `npm run behavior`. Returns its exit code: 1 if the current behavior is not approved. */
export async function behaviorCommand(
  args: readonly string[],
  print: (text: string) => void,
  { root = ROOT, folder = APPROVED_FOLDER, models = loadModels } = {},
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { approve: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [first, second] = positionals
  if (values.help || positionals.length > 2) {
    print(USAGE)
    return values.help ? 0 : 2
  }
  const current: Behaviors =
    second === undefined
      ? new Map((await models()).map((model) => [model.name, behaviorText(runPaths(model))]))
      : behaviorsIn(second, root)
  const approved = new Map(approvedMachines(folder).map((machine) => [machine, approvedBehavior(machine, folder)]))
  const earlier = first === undefined ? approved : behaviorsIn(first, root)
  const lines = [...new Set([...earlier.keys(), ...current.keys()])].flatMap((machine) =>
    behaviorDifference(machine, earlier.get(machine) ?? '', current.get(machine) ?? ''),
  )
  print(lines.length > 0 ? lines.join('\n') : 'No difference.')
  if (values.approve) approve(current, folder)
  return first === undefined && !values.approve && lines.length > 0 ? 1 : 0
}
