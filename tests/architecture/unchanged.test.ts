/** A costly step is skipped only if nothing that decides its result has changed. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import config from '../../vitest.config.ts'
import { commonInputs, hashInputs, inputsByStep, readPassedRun, savePassedRun } from '../unchanged.mjs'
import { importsOf, readSources } from './sources.ts'

type Project = { test: { name: string; include: string[]; exclude?: string[] } }

const sources = new Map(readSources().map((source) => [source.path, source]))
const isMatch = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replace('**/*', '.*')}$`).test(path))

/** The files of a Vitest project, with everything that they import. */
function filesOf(name: string): string[] {
  const project = (config.test?.projects as Project[] | undefined)?.find(({ test }) => test.name === name)?.test
  const isTest = (path: string) => isMatch(path, project?.include ?? []) && !isMatch(path, project?.exclude ?? [])
  // `npm run paths`, which the project `machines` tests, imports page drivers by their names.
  const isDriver = (path: string) => name === 'machines' && path.startsWith('tests/e2e/drivers/')
  const queue = [...sources.keys()].filter((path) => isTest(path) || isDriver(path))
  const files = new Set<string>()
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (files.has(path)) continue
    files.add(path)
    const source = sources.get(path)
    for (const { isOwn, isTypeOnly, target } of source ? importsOf(source) : [])
      if (isOwn && !isTypeOnly) queue.push(target)
  }
  return [...files]
}

describe('the inputs of a costly step', () => {
  it.each(Object.entries(inputsByStep))('%s: contain everything that it imports', (name, inputs) => {
    const files = filesOf(name)
    expect(files.length).toBeGreaterThan(50)
    expect(
      files.filter((path) => !inputs.some((input) => path === input || path.startsWith(`${input}/`))),
      `add the folder of these files to the inputs of ${name} in tests/unchanged.mjs`,
    ).toEqual([])
  })
})

describe('the hash of the inputs', () => {
  let folder = ''
  const environment = {}
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const hash = (variables: Record<string, string> = environment) =>
    hashInputs(['machines', 'tests/one.ts'], { folder, environment: variables })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inputs-'))
    for (const path of [...commonInputs, 'machines/deep/a.ts', 'tests/one.ts', 'tests/two.ts']) await write(path, '1')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is the same for the same inputs, and when another file changes', async () => {
    const before = hash()
    await write('tests/two.ts', '2')
    expect(hash()).toBe(before)
  })

  it.each<[string, () => Promise<void>]>([
    ['a file of a folder', () => write('machines/deep/a.ts', '2')],
    ['a file', () => write('tests/one.ts', '2')],
    ['the packages', () => write('package-lock.json', '2')],
    ['the configuration', () => write('vitest.config.ts', '2')],
    ['a new file', () => write('machines/deep/b.ts', '')],
    ['the name of a file', () => rename(join(folder, 'machines/deep/b.ts'), join(folder, 'machines/deep/c.ts'))],
    ['a missing file', () => rm(join(folder, 'machines/deep/c.ts'))],
  ])('changes with %s', async (_, change) => {
    const before = hash()
    await change()
    expect(hash()).not.toBe(before)
  })

  it('changes with a variable that limits the tests', () => {
    expect(hash({ MACHINE: 'signIn' })).not.toBe(hash())
    expect(hash({ PAYMENT_RUNS: '10' })).not.toBe(hash())
  })

  it('decides whether the last passed run counts', () => {
    expect(readPassedRun('machines', 'first', folder)).toBeUndefined()
    savePassedRun('machines', 'first', 12, folder)
    expect(readPassedRun('machines', 'first', folder)).toMatchObject({ passed: 12 })
    expect(readPassedRun('machines', 'second', folder)).toBeUndefined()
    expect(readPassedRun('systems', 'first', folder)).toBeUndefined()
  })
})
