import { defineConfig } from 'vitest/config'
import { targets } from './targets.mjs'

/** The suites of one target alone. */
export default defineConfig({
  test: {
    include: targets[process.env.MUTATION_TARGET].tests,
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Stryker runs in threads, which can't change their time zone.
    testNamePattern: /^(?!.*in any time zone)/,
  },
})
