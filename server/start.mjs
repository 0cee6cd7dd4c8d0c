/**
 * `npm start [-- --fresh]` and `npm run sandbox`: installs missing packages, builds changed sources and serves.
 * On failure it prints one line and exits with a code other than 0.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, checkNodeVersion, distFolder, install, SetupError } from './install.mjs'

const knownArguments = ['--fresh', '--sandbox']
const log = (line) => process.stderr.write(`${line}\n`)

try {
  checkNodeVersion()
  const unknown = process.argv.slice(2).find((argument) => !knownArguments.includes(argument))
  if (unknown) throw new SetupError(`Unknown argument ${unknown}. Known arguments: ${knownArguments.join(', ')}`)
  await install({ log })
  await build({ log })
} catch (error) {
  log(error instanceof SetupError ? error.message : String(error?.stack ?? error))
  process.exit(1)
}
await import(pathToFileURL(join(distFolder(), 'server', 'main.js')).href)
