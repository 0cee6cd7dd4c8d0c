/**
 * `npm start [-- --fresh]` and `npm run sandbox`: installs what is missing, builds what changed, serves.
 * Ends with one clear line and an exit code other than 0 where it can't.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, checkNodeVersion, distFolder, install, SetupError } from './install.mjs'

const knownArguments = ['--fresh', '--sandbox']
const say = (line) => process.stderr.write(`${line}\n`)

try {
  checkNodeVersion()
  const unknown = process.argv.slice(2).find((argument) => !knownArguments.includes(argument))
  if (unknown) throw new SetupError(`Unknown argument ${unknown}. There are: ${knownArguments.join(', ')}`)
  await install({ say })
  await build({ say })
} catch (error) {
  say(error instanceof SetupError ? error.message : String(error?.stack ?? error))
  process.exit(1)
}
await import(pathToFileURL(join(distFolder(), 'server', 'main.js')).href)
