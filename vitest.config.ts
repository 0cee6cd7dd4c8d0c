import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { readRequirements } from './tests/atlas/requirements.ts'

/** Stately's extractor imports action creators of XState 4 without using them. The aliases replace them by stubs. */
const extractorAliases = [
  { find: /^xstate\/lib\/(actions|types)$/, replacement: `${import.meta.dirname}/tools/stately/xstate4.ts` },
  {
    find: '@xstate/machine-extractor',
    replacement: `${import.meta.dirname}/node_modules/@xstate/machine-extractor/dist/xstate-machine-extractor.esm.js`,
  },
]

const projects = {
  machines: ['tests/machines/**/*.test.ts', 'tests/paths/**/*.test.ts', 'tools/model-testing/tests/**/*.test.ts'],
  systems: ['tests/machines/systems.test.ts', 'tests/machines/sessionPeers.test.ts'],
  architecture: ['tests/architecture/**/*.test.ts', 'tools/stately/tests/**/*.test.ts'],
  contract: ['tests/contract/**/*.test.ts'],
  sandbox: ['tests/sandbox/**/*.test.ts'],
  edge: ['tests/edge/**/*.test.ts'],
  payments: ['tests/payments/**/*.test.ts'],
}

const sharedOptions = {
  // Generous, so that a busy machine causes no failure. Durations are measured in tests/performance.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // The short report shows the message only, so it must contain the values.
  chaiConfig: { truncateThreshold: 600 },
  // More room for short-lived objects: the explorations and the views spend a tenth less on garbage collection.
  execArgv: ['--max-semi-space-size=64'],
}

/** The tags of the tests are the requirements that they show. Vitest rejects any other tag. */
const { requirements } = readRequirements(readFileSync(`${import.meta.dirname}/docs/requirements.md`, 'utf8'))
const tags = requirements.map(({ name }) => ({ name }))

/** `vitest run --project machines` runs one project. */
export default defineConfig({
  test: {
    tags,
    projects: [
      ...Object.entries(projects).map(([name, include]) => ({
        ...(name === 'architecture' && { resolve: { alias: extractorAliases } }),
        test: {
          ...sharedOptions,
          name,
          include,
          ...(name === 'machines' && { exclude: projects.systems }),
          // The files share a process and its modules. One that needs changed modules resets them before and after.
          isolate: false,
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
          exclude: [...Object.values(projects).flat(), 'tests/views/**', 'tests/e2e/**', 'tests/performance/**'],
          environment: 'happy-dom',
          setupFiles: 'tests/unit/setup.ts',
          // The files share a process and its modules, which halves the CPU time.
          isolate: false,
          // Stores the first `window.Stripe`. A test that needs another one resets the modules.
          server: { deps: { inline: [/@stripe/] } },
        },
      },
      {
        plugins: [react()],
        test: {
          ...sharedOptions,
          name: 'views',
          include: ['tests/views/**/*.test.tsx'],
          environment: './tests/views/environment.ts',
          // The files of a process share its modules, because each of them loads the whole application. The tests mostly
          // wait, so there are more processes than cores.
          isolate: false,
          maxWorkers: 3,
        },
      },
    ],
  },
})
