/** Installs packages of Debian for the tests. Uses Node's own modules only. */
import { existsSync } from 'node:fs'
import { run as runProgram } from '../server/install.mjs'

/** Whether this account can install system packages. */
export const hasApt = () => process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs packages. The network timeout makes it fail early without a network. */
export async function installPackages(names, { run = runProgram, onStart } = {}) {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, limitMs: 300_000, onStart }
  const network = ['-q', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0']
  await run('apt-get', ['update', ...network], options)
  return run('apt-get', ['install', '-y', '--no-install-recommends', ...network, ...names], options)
}
