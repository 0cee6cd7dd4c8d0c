import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Stately's extractor asks for the action creators of XState 4, although it only reads text: it is given stand-ins. */
const extractorAliases = [
  { find: /^xstate\/lib\/(actions|types)$/, replacement: `${import.meta.dirname}/tools/stately/xstate4.ts` },
  {
    find: '@xstate/machine-extractor',
    replacement: `${import.meta.dirname}/node_modules/@xstate/machine-extractor/dist/xstate-machine-extractor.esm.js`,
  },
]

const projects = {
  machines: [
    'tests/machines/**/*.test.ts',
    'tests/paths/**/*.test.ts',
    'tools/model-testing/tests/**/*.test.ts',
    'tests/payments/modelCheck.test.ts',
  ],
  architecture: ['tests/architecture/**/*.test.ts', 'tools/stately/tests/**/*.test.ts'],
  contract: ['tests/contract/**/*.test.ts'],
  sandbox: ['tests/sandbox/**/*.test.ts'],
  edge: ['tests/edge/**/*.test.ts'],
  money: ['tests/payments/ledger.test.ts'],
}

const sharedOptions = {
  // Only against a hang: how fast something is, is measured elsewhere, and a busy machine is no failure.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A failed comparison says in its message what was found, since the short report has nothing else.
  chaiConfig: { truncateThreshold: 600 },
}

/** One project per folder: `vitest run --project machines` runs that folder alone. */
export default defineConfig({
  test: {
    projects: [
      ...Object.entries(projects).map(([name, include]) => ({
        ...(name === 'architecture' && { resolve: { alias: extractorAliases } }),
        test: {
          ...sharedOptions,
          name,
          include,
          environment: 'node',
          ...(name === 'architecture' && { server: { deps: { inline: [/machine-extractor/] } } }),
        },
      })),
      {
        plugins: [react()],
        test: {
          ...sharedOptions,
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}', 'tools/atlas/tests/**/*.test.ts'],
          exclude: [...Object.values(projects).flat(), 'tests/e2e/**', 'tests/performance/**'],
          environment: 'happy-dom',
        },
      },
    ],
  },
})
