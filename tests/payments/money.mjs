/**
 * `npm run money -- --runs 10000 --seed 7`: the client that pays, by chance against the real sandbox, so often and with
 * this seed. Without them 10,000 runs of a seed that is drawn and printed.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string' } } })
const wrong = Object.entries(values).find(([, value]) => value !== undefined && !/^-?\d+$/.test(value))
if (wrong) {
  console.error(`--${wrong[0]} is a whole number`)
  process.exit(2)
}
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
const env = { ...process.env, MONEY_RUNS: values.runs, MONEY_SEED: seed }
const args = [vitest, 'run', '--project', 'payments', '-t', 'on random runs']
spawn(process.execPath, args, { env, stdio: 'inherit' }).on('close', (code) => process.exit(code ?? 1))
