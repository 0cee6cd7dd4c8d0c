/**
 * `npm run payments:random -- --runs 10000 --seed 7`: random runs of the payment client against the real sandbox. By
 * default 10,000 runs with a random seed, which is printed.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string' } } })
const invalid = Object.entries(values).find(([, value]) => value !== undefined && !/^-?\d+$/.test(value))
if (invalid) {
  console.error(`--${invalid[0]} must be an integer`)
  process.exit(2)
}
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
const env = { ...process.env, PAYMENT_RUNS: values.runs, PAYMENT_SEED: seed }
const args = [vitest, 'run', '--project', 'payments', '-t', 'on random runs']
spawn(process.execPath, args, { env, stdio: 'inherit' }).on('close', (code) => process.exit(code ?? 1))
