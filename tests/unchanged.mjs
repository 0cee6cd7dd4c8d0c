/**
 * Stores the last passed run of a costly step with a hash of its inputs, so that `npm test` can skip the step.
 * tests/architecture/unchanged.test.ts checks that the inputs contain everything that a step imports. Uses Node's own
 * modules only.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../server/install.mjs'

/** Files and folders that decide the result of each costly step. */
export const inputsByStep = {
  machines: [
    'machines',
    'openapi',
    'server',
    'src/actors',
    'src/app',
    'src/screens/video',
    'tests/architecture/requirementTests.ts',
    'tests/architecture/sentences.ts',
    'tests/architecture/sources.ts',
    'tests/atlas/requirements.ts',
    'tests/contract',
    'tests/e2e',
    'tests/edge',
    'tests/machines',
    'tests/paths',
    'tests/payments/untakenTransitions.ts',
    'tools/contract',
    'tools/model-testing',
  ],
  // A test of the session reads every source of `src`.
  systems: ['machines', 'src', 'tests/architecture/sources.ts', 'tests/machines', 'tests/paths', 'tools/model-testing'],
  payments: [
    'machines',
    'openapi',
    'server',
    'src/actors',
    'src/api',
    'src/app',
    'src/billing',
    'src/platform',
    'src/queries',
    'tests/payments',
    'tools/model-testing',
  ],
}

/** Inputs of every step. The lock file determines the packages. */
export const commonInputs = ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts']

/** Variables that limit or extend the tests. */
const variables = ['MACHINE', 'RUN', 'RUNS', 'SEED', 'REPLAY_EVERY', 'MODEL_CHECK', 'PAYMENT_RUNS', 'PAYMENT_SEED']

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** A hash of the inputs, the version of Node and the variables of the tests. */
export function hashInputs(inputs, { folder = root, environment = process.env } = {}) {
  const hash = createHash('sha256').update(process.version)
  for (const name of variables) hash.update(`\0${name}=${environment[name] ?? ''}`)
  const paths = [...commonInputs, ...inputs].map((path) => join(folder, path))
  for (const file of paths.flatMap(filesOf).sort())
    hash.update(`\0${relative(folder, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

const fileOf = (step, folder) => join(folder, '.cache', 'passed', `${step}.json`)

/**
 * The last passed run of a step; undefined if its inputs had another hash.
 * @returns {{ passed: number, at: string } | undefined}
 */
export function readPassedRun(step, hash, folder = root) {
  try {
    const run = JSON.parse(readFileSync(fileOf(step, folder), 'utf8'))
    return run.hash === hash ? run : undefined
  } catch {
    return undefined
  }
}

export function savePassedRun(step, hash, passed, folder = root) {
  mkdirSync(join(folder, '.cache', 'passed'), { recursive: true })
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
  writeFileSync(fileOf(step, folder), JSON.stringify({ hash, passed, at: `${at} UTC` }))
}
