/** Writes the index of the screenshots and prints why states have none. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type FullResult, type Reporter, type TestCase, type TestResult } from '@playwright/test/reporter'
import {
  summaryLines,
  createScreenshotIndex,
  createGalleryResult,
  type Failure,
  type TouredMachine,
} from './galleryReport.ts'
import { galleryFolder } from './galleryScreenshots.ts'

export default class GalleryReporter implements Reporter {
  readonly #failures: Failure[] = []
  readonly #toured = new Map<string, TouredMachine>()
  #run = 0

  onTestEnd(test: TestCase, result: TestResult): void {
    const [, width = '', , machine = ''] = test.titlePath()
    this.#run += 1
    process.stdout.write(`${result.status === 'passed' ? '✓' : '✘'} ${width} ${machine}, ${test.title}\n`)
    for (const { type, description } of result.annotations)
      if (type === 'states') this.#toured.set(machine, JSON.parse(description ?? '{}') as TouredMachine)
    if (result.status === 'passed' || result.status === 'skipped') return
    const errorLines = stripVTControlCharacters(result.error?.message ?? 'it failed').split('\n')
    const [what = '', where = ''] = [errorLines[0], errorLines.find((line) => line.startsWith('Locator:'))]
    this.#failures.push({ machine, width, line: [what, where].filter((part) => part !== '').join(' ') })
  }

  /** The run fails exactly if a reached state has no screenshot. */
  onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const folder = galleryFolder
    if (folder === undefined || this.#run === 0) return Promise.resolve({ status })
    const machines = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
    const files = Object.fromEntries(
      machines.filter((entry) => entry.isDirectory()).map(({ name }) => [name, readdirSync(join(folder, name))]),
    )
    const index = createScreenshotIndex(files)
    writeFileSync(join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`)
    const outcome = createGalleryResult(index, [...this.#toured.values()], this.#failures)
    process.stdout.write(`\n${summaryLines(outcome).join('\n')}\n`)
    const isWhole = outcome.missing.length === 0 && (status === 'passed' || status === 'failed')
    return Promise.resolve({ status: isWhole ? 'passed' : status === 'passed' ? 'failed' : status })
  }
}
