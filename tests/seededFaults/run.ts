/**
 * `npm run seeded-faults`: seeds one fault at a time into a copy of the project, runs the check that must find it, and
 * prints what the check says. Ends with code 1 if a check passes, takes too long, or its message lacks what it must contain.
 * A run of all faults writes docs/seeded-faults.md. `npm run seeded-faults -- focus route` seeds the faults whose names
 * contain one of these words.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, root, run } from '../../server/install.mjs'
import { formatText } from '../../tools/formatText.mjs'
import { provideChromium } from '../e2e/chromium.mjs'
import { faults, type Check } from './faults.ts'

/** The time in which a fault must be found, without the build, in s. */
const limit = 90

const copy = join(root, '.cache', 'seeded-faults')
const words = process.argv.slice(2)
const selected = faults.filter(({ fault }) => words.length === 0 || words.some((word) => fault.includes(word)))
if (selected.length === 0) {
  console.error(`No fault has this name. Available: ${faults.map(({ fault }) => fault).join('; ')}`)
  process.exit(2)
}

/** Copies the tracked files. The packages are shared. */
async function copyProject() {
  const { output } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  rmSync(copy, { recursive: true, force: true })
  for (const file of output.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

const bin = (...parts: string[]) => join(copy, 'node_modules', ...parts)

async function buildCopy() {
  const built = await run('npm', ['run', 'build'], { cwd: copy })
  if (built.code !== 0) throw new Error(`The build failed: ${built.output.slice(-500)}`)
}

async function runCheck({ vitest, eslint, browser = [], env = {} }: Check) {
  const options = { cwd: copy, env: { ...process.env, NO_COLOR: '1', ...env } }
  if (eslint) return run(process.execPath, [bin('eslint', 'bin', 'eslint.js'), ...eslint], options)
  if (vitest)
    return run(
      process.execPath,
      [bin('vitest', 'vitest.mjs'), 'run', '--project', ...vitest, '--reporter=dot'],
      options,
    )
  const args = ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=line', ...browser]
  return run(process.execPath, [bin('@playwright', 'test', 'cli.js'), ...args], options)
}

/** The message of the first failed test, without the source that the reporters quote. */
function messageOf(output: string): string[] {
  const lines = stripVTControlCharacters(output.replaceAll(`${copy}/`, ''))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line) && !/^(\d*\||❯|at |→|⎯|Test Files|Tests|Start at|Duration)/.test(line))
  const first = lines.findIndex((line) => /^(FAIL |1\) |\/.*\.tsx?$)/.test(line))
  return lines.slice(Math.max(0, first))
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** The most characters of a line in the table. */
const width = 160

/** The lines that say what the message must contain, a long one from there on. */
const saidBy = (lines: readonly string[], patterns: readonly RegExp[]): string[] => [
  ...new Set(
    patterns.flatMap((pattern) => {
      const line = lines.find((one) => pattern.test(one)) ?? ''
      return line.length > width ? line.slice(line.search(pattern)).slice(0, width) : line
    }),
  ),
]

/** Writes the faults as a table, with the check that found each and what it says. */
async function writeTable(rows: readonly (readonly string[])[]) {
  const file = join(root, 'docs', 'seeded-faults.md')
  const text = [
    '# Seeded faults',
    '',
    `Written by \`npm run seeded-faults\`, which seeds these faults one at a time. Each must be found within ${limit} s, with a message that says where and what.`,
    '',
    '| Fault | Seeded in | Found by | Message | Time |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ]
  writeFileSync(file, await formatText(file, text.join('\n')))
}

let missed = 0
const rows: string[][] = []
if (selected.some(({ check }) => check.browser))
  process.env['CHROME_PATH'] = await provideChromium({ log: console.error })
if (selected.some(({ check }) => check.needsBuild)) await build({ log: console.error })
await copyProject()
for (const { fault, file, before, after, check, message } of selected) {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(before).length !== 2) throw new Error(`${file} does not contain this once: ${before}`)
  writeFileSync(
    path,
    text.replace(before, () => after),
  )
  if (check.needsBuild) await buildCopy()
  const startedAt = Date.now()
  const { code, output } = await runCheck(check)
  writeFileSync(path, text)
  const lines = messageOf(output)
  const lacks = message.filter((pattern) => !pattern.test(lines.join('\n')))
  const seconds = (Date.now() - startedAt) / 1000
  const isFound = code !== 0 && lacks.length === 0 && seconds <= limit
  if (!isFound) missed += 1
  const where = [...(check.vitest ?? check.browser ?? check.eslint ?? [])].join(' ')
  console.log(`\n${isFound ? 'found ' : 'MISSED'}  ${fault} (${file}), ${seconds.toFixed(0)} s of ${limit}: ${where}`)
  rows.push([
    fault,
    `\`${file}\``,
    isFound ? `\`${where}\`` : 'missed',
    saidBy(lines, message).map(cell).join('<br>'),
    `${seconds.toFixed(0)} s`,
  ])
  for (const line of lines.slice(0, 8)) console.log(`    ${line.slice(0, 200)}`)
  for (const pattern of code === 0 ? [] : lacks) console.log(`    The message lacks ${String(pattern)}`)
}
rmSync(copy, { recursive: true, force: true })
if (selected.length === faults.length) await writeTable(rows)
console.log(`\n${selected.length - missed} found, ${missed} missed`)
process.exit(missed === 0 ? 0 : 1)
