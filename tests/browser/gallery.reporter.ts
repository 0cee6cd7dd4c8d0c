/** Writes the list of the pictures that are there, and tells of each state that has none why. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Reporter, type TestCase, type TestResult } from '@playwright/test/reporter'
import { indexOf, missing, type Failure, type Toured } from './gallery.ts'
import { galleryFolder } from './pictures.ts'

export default class GalleryReporter implements Reporter {
  readonly #failures: Failure[] = []
  readonly #toured = new Map<string, Toured>()
  #run = 0

  onTestEnd(test: TestCase, result: TestResult): void {
    const [, width = '', , machine = ''] = test.titlePath()
    this.#run += 1
    process.stdout.write(`${result.status === 'passed' ? '✓' : '✘'} ${width} ${machine}, ${test.title}\n`)
    for (const { type, description } of result.annotations)
      if (type === 'states') this.#toured.set(machine, JSON.parse(description ?? '{}') as Toured)
    if (result.status === 'passed' || result.status === 'skipped') return
    const said = stripVTControlCharacters(result.error?.message ?? 'it failed').split('\n')
    const [what = '', where = ''] = [said[0], said.find((line) => line.startsWith('Locator:'))]
    this.#failures.push({ machine, width, line: [what, where].filter((part) => part !== '').join(' ') })
  }

  onEnd(): void {
    const folder = galleryFolder
    if (folder === undefined || this.#run === 0) return
    const machines = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
    const files = Object.fromEntries(
      machines.filter((entry) => entry.isDirectory()).map(({ name }) => [name, readdirSync(join(folder, name))]),
    )
    const index = indexOf(files)
    writeFileSync(join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`)
    const pictures = Object.values(index).flatMap((states) => Object.values(states).flat()).length
    const lines = missing(index, [...this.#toured.values()], this.#failures)
    process.stdout.write(`\n${pictures} pictures of ${Object.keys(index).length} machines are in .gallery.\n`)
    if (lines.length > 0) process.stdout.write(`\nWithout a picture:\n${lines.map((line) => `  ${line}\n`).join('')}`)
  }
}
