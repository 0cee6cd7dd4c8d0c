import { defineConfig } from 'vitest/config'
import { targets } from './targets.mjs'

export default defineConfig({
  test: {
    include: targets[process.env.MUTATION_TARGET].tests,
    environment: 'node',
    // Tags name requirements; vitest.config.ts defines them.
    strictTags: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Stryker runs in threads, which cannot change their time zone.
    testNamePattern: /^(?!.*local day in )/,
  },
})
