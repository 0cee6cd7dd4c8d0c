import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { targets } from './targets.mjs'

const { tests } = targets[process.env.MUTATION_TARGET]
const orderOf = ({ moduleId }) => tests.findIndex((pattern) => moduleId.endsWith(pattern.replace(/^.*\*/, '')))

/** In the order of targets.mjs: the first failure ends a run, so fast suites come first. */
class InOrder extends BaseSequencer {
  sort(files) {
    return Promise.resolve(files.toSorted((one, other) => orderOf(one) - orderOf(other)))
  }
}

export default defineConfig({
  test: {
    include: tests,
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: InOrder },
    // Stryker runs in threads, which cannot change their time zone.
    testNamePattern: /^(?!.*local day in )/,
  },
})
