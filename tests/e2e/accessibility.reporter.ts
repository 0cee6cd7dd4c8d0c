/** Writes the result of the accessibility checks, and fails the run without a check of every leaf state. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import {
  type FullResult,
  type Reporter,
  type TestCase,
  type TestError,
  type TestResult,
} from '@playwright/test/reporter'
import { createAccessibilityResult, type AccessibilityCheck, type MachineLeaves } from './accessibilityReport.ts'
import { screenSizes } from './page.ts'

const file = join(import.meta.dirname, '../../.cache/accessibility.txt')

export default class AccessibilityReporter implements Reporter {
  readonly #planned: MachineLeaves[] = []
  readonly #checks: AccessibilityCheck[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    const machine = test.titlePath()[3] ?? ''
    const seconds = `${(result.duration / 1_000).toFixed(1)} s`
    process.stdout.write(`${result.status === 'passed' ? '✓' : '✘'} ${machine}, ${test.title}, ${seconds}\n`)
    for (const { type, description = '' } of result.annotations) {
      if (type === 'leaves') this.#planned.push(JSON.parse(description) as MachineLeaves)
      if (type === 'accessibility') this.#checks.push(JSON.parse(description) as AccessibilityCheck)
    }
    // The summary lists the violations.
    const failures = result.errors.map(({ message = '' }) => stripVTControlCharacters(message))
    for (const failure of failures) if (!failure.includes('accessibility in ')) process.stdout.write(`${failure}\n`)
  }

  onError({ message = '' }: TestError): void {
    process.stdout.write(`${message}\n`)
  }

  onEnd({ status, duration }: FullResult): Promise<{ status: FullResult['status'] }> {
    const { isPassed, lines } = createAccessibilityResult(this.#planned, this.#checks, screenSizes)
    const text = `${[...lines, '', `${(duration / 60_000).toFixed(1)} minutes`].join('\n')}\n`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    process.stdout.write(`\n${text}`)
    return Promise.resolve({ status: isPassed || status !== 'passed' ? status : 'failed' })
  }
}
