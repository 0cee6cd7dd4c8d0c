/**
 * `npm start [-- --fresh]` and `npm run sandbox`: installs what is missing, builds what changed, serves.
 * Ends with one clear line and an exit code other than 0 where it can't.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, checkNode, distFolder, install, Trouble } from './install.mjs'

const known = ['--fresh', '--sandbox']
const say = (line) => process.stderr.write(`${line}\n`)

try {
  checkNode()
  const unknown = process.argv.slice(2).find((argument) => !known.includes(argument))
  if (unknown) throw new Trouble(`Unknown argument ${unknown}. There are: ${known.join(', ')}`)
  await install({ say })
  await build({ say })
} catch (error) {
  say(error instanceof Trouble ? error.message : String(error?.stack ?? error))
  process.exit(1)
}
await import(pathToFileURL(join(distFolder(), 'server', 'main.js')).href)
