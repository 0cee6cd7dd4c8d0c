import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const machines = join(import.meta.dirname, '..', '..', 'machines')

/** A machine, and its setup in a separate file. */
const machine = (name) => ({
  mutate: [`machines/${name}.ts`, `machines/${name}.setup.ts`],
  tests: ['tests/mutation/machine.test.mjs'],
  machine: name,
})

const names = readdirSync(machines)
  .filter((file) => file.endsWith('.ts') && !/(^stub|^messageOf|^channelFilter|\.types|\.setup)\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length))

/** The share of the mutants of a file that must be detected, in percent. */
export const minScore = 85

/**
 * What is mutated, and the suites that must detect it.
 * @type {Record<string, { mutate: string[], tests: string[], machine?: string }>}
 */
export const targets = {
  ...Object.fromEntries(names.map((name) => [name, machine(name)])),
  messageOf: {
    mutate: ['machines/messageOf.ts'],
    tests: ['tests/machines/messageOf.test.ts'],
  },
  channelFilter: {
    mutate: ['machines/channelFilter.ts'],
    tests: ['tests/machines/channelFilter.test.ts'],
  },
  rules: {
    mutate: ['src/billing/*.ts', 'src/api/role.ts'],
    tests: ['tests/unit/billing/*.test.ts', 'tests/contract/responseParsers.test.ts'],
  },
}
