import { join } from 'node:path'
import { targets } from './targets.mjs'

const name = process.env.MUTATION_TARGET ?? ''

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: targets[name]?.mutate ?? [],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.mjs', related: false },
  plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'ignoreDescriptions.mjs')],
  ignorers: ['ignoreDescriptions'],
  ignorePatterns: ['/dist', '/.cache', '/.data', '/.gallery', '/docs', '/public', '/server', '/test-results'],
  reporters: ['json', 'clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `.cache/mutation/${name}.json` },
  tempDirName: `.cache/mutation/work-${name}`,
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATION_WORKERS ?? 2),
  disableTypeChecks: false,
  allowConsoleColors: false,
  timeoutMS: 20_000,
}
