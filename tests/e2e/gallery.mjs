/**
 * Takes screenshots of every state of every machine at 1440 and 390 px in both schemes into .gallery, for the atlas.
 *
 *   npm run gallery                      all machines: the tours run twice, about ten minutes
 *   npm run gallery -- signIn copyLink   these machines
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, checkNodeVersion, install, root, SetupError } from '../../server/install.mjs'
import { provideChromium } from './chromium.mjs'

const machines = process.argv.slice(2)
const folder = join(root, '.gallery')
const log = (line) => console.error(line)

try {
  checkNodeVersion()
  const unknown = machines.find((name) => !existsSync(join(root, 'tests', 'e2e', 'drivers', `${name}.driver.ts`)))
  if (unknown !== undefined) throw new SetupError(`There is no page driver '${unknown}' in tests/e2e/drivers.`)
  await install({ log })
  await build({ log })
  const browser = await provideChromium({ log })
  // Remove outdated screenshots.
  for (const name of machines) rmSync(join(folder, name), { recursive: true, force: true })
  if (machines.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })

  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const only = machines.length === 0 ? '' : `\\b(${machines.join('|')}) `
  const args = ['test', '--config', 'tests/e2e/gallery.config.ts', '--grep', `${only}tour \\d+ of`]
  const env = { ...process.env, GALLERY: folder, CHROME_PATH: browser }
  const tours = spawn(process.execPath, [cli, ...args], { cwd: root, env, stdio: 'inherit' })
  // After a failed tour only screenshots are missing. The summary lists them.
  const code = await new Promise((ended) => tours.once('close', ended))
  if (!existsSync(join(folder, 'index.json'))) throw new SetupError('No tour ran.')
  if (code !== 0) throw new SetupError('\nThe gallery is incomplete.')
} catch (error) {
  log(error instanceof SetupError || error?.message ? error.message : String(error))
  process.exitCode = 1
}
