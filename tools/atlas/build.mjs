/**
 * `npm run atlas`: builds the atlas as a static site in dist/atlas, with the screenshots and the coverage of the last
 * runs. Any web server can serve the folder.
 */
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkNodeVersion, distFolder, summarizeOutput, install, root, run, SetupError } from '../../server/install.mjs'

const log = (line) => process.stderr.write(`${line}\n`)

try {
  checkNodeVersion()
  await install({ log })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { code, output } = await run(process.execPath, [
    vite,
    'build',
    '--logLevel',
    'warn',
    '-c',
    'tools/atlas/vite.config.ts',
  ])
  if (code !== 0) throw new SetupError(`The atlas can't be built: ${summarizeOutput(output) || `exit code ${code}`}`)
  const folder = join(distFolder(), 'atlas')
  const gallery = join(root, '.gallery')
  // Without screenshots, the empty index of tools/atlas/public applies.
  if (existsSync(gallery)) cpSync(gallery, join(folder, 'gallery'), { recursive: true })
  const coverage = join(root, '.cache', 'reports', 'coverage.json')
  if (existsSync(coverage)) cpSync(coverage, join(folder, 'coverage.json'))
  console.log(folder)
} catch (error) {
  log(error instanceof SetupError ? error.message : String(error?.stack ?? error))
  process.exit(1)
}
