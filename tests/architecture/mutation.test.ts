/** docs/mutation.json has a current score for each machine and billing rule. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { codeHash } from '../mutation/codeHash.mjs'
import { minScore, targets } from '../mutation/targets.mjs'

interface Row {
  file: string
  code: string
  killed: number
  of: number
}

const root = join(import.meta.dirname, '..', '..')
const rows = new Map(
  (JSON.parse(readFileSync(join(root, 'docs', 'mutation.json'), 'utf8')) as Row[]).map((row) => [row.file, row]),
)

/** What is wrong with the score of a file, and what to do. '' if nothing is. */
function problemOf(target: string, file: string, source: string, row: Row | undefined): string {
  const command = `run \`npm run mutation -- ${target}\` and commit docs/mutation.json`
  if (!row) return `${file} has no score: ${command}`
  if (row.code !== codeHash(source)) return `${file} has changed since its score was measured: ${command}`
  const score = (row.killed / row.of) * 100
  if (row.of > 0 && score < minScore) return `${file} has ${score.toFixed(1)} %, less than ${minScore} %: add examples`
  return ''
}

/** The files of a pattern of `targets`: a path, or `folder/*.ts`. */
const filesOf = (pattern: string): string[] =>
  pattern.endsWith('/*.ts')
    ? readdirSync(join(root, dirname(pattern)))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => `${dirname(pattern)}/${name}`)
    : [pattern].filter((file) => existsSync(join(root, file)))

const files = Object.entries(targets).flatMap(([target, { mutate }]) =>
  mutate.flatMap(filesOf).map((file) => [target, file] as const),
)

it('every machine and billing rule has a current score', () => {
  expect(files.length).toBeGreaterThan(60)
  const problems = files.map(([target, file]) =>
    problemOf(target, file, readFileSync(join(root, file), 'utf8'), rows.get(file)),
  )
  expect(problems.filter((problem) => problem !== '')).toEqual([])
})

it('a missing, outdated or low score is reported with the command that measures it', () => {
  const row = { file: 'machines/theme.ts', code: codeHash('export const limit = 3'), killed: 9, of: 10 }
  const problem = (source: string, scored: Row | undefined) => problemOf('theme', row.file, source, scored)
  expect(problem('// Why.\nexport const limit: number = 3', row)).toBe('')
  expect(problem('export const limit = 4', row)).toBe(
    'machines/theme.ts has changed since its score was measured: run `npm run mutation -- theme` and commit docs/mutation.json',
  )
  expect(problem('export const limit = 3', undefined)).toMatch(/^machines\/theme\.ts has no score: run/)
  expect(problem('export const limit = 3', { ...row, killed: 8 })).toBe(
    'machines/theme.ts has 80.0 %, less than 85 %: add examples',
  )
})
