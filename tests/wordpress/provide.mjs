/**
 * Provides PHP and a WordPress with the example plugin (docs/decisions/wordpress-in-tests.md). Uses Node's own modules only.
 * Everything is stored in `.cache/wordpress`; another call uses what is there.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { root, run, summarizeOutput } from '../../server/install.mjs'
import { hasApt, installPackages } from '../debianPackages.mjs'

const cache = join(root, '.cache', 'wordpress')
/** The prepared WordPress. */
export const sitePath = join(cache, 'site')

/** WordPress and its SQLite integration, as the npm package of WordPress Playground contains them. */
const core = {
  version: '6.5.5',
  spec: '@wp-playground/wordpress-builds@0.9.19',
  file: 'wp-playground-wordpress-builds-0.9.19.tgz',
  integrity: 'sha512-dlqvh/MJDpE5W68vgPPKUjpip6zMuBh59L3D18ZX+pdwurC4q4ydrTww/3sTMV69BBcoH6kF93YtAtujNC5Mpw==',
  wordpress: 'package/src/wordpress/wp-6.5.zip',
  sqlite: 'package/src/sqlite-database-integration/sqlite-database-integration.zip',
}

/** What WordPress needs of PHP, with Debian's packages. */
const extensions = ['dom', 'fileinfo', 'gd', 'mbstring', 'pdo_sqlite', 'Phar', 'zlib']
const debianPackages = ['php-cli', 'php-gd', 'php-mbstring', 'php-sqlite3', 'php-xml']

/** What is missing on this computer, in one line. */
export class MissingError extends Error {}

export const phpPath = () => process.env.PHP_PATH || 'php'

/** What PHP lacks, in one line; undefined if nothing. */
async function missingOfPhp() {
  const code = `echo implode(', ', array_filter(explode(' ', '${extensions.join(' ')}'), fn ($name) => !extension_loaded($name)));`
  const { code: exitCode, output } = await run(phpPath(), ['-r', code])
  if (exitCode !== 0) return 'PHP is not installed'
  return output.trim() === '' ? undefined : `PHP lacks ${output.trim()}`
}

async function providePhp({ log, onStart }) {
  let missing = await missingOfPhp()
  if (missing !== undefined && hasApt() && !process.env.PHP_PATH) {
    log('Installing PHP …')
    await installPackages(debianPackages, { onStart })
    missing = await missingOfPhp()
  }
  if (missing !== undefined) throw new MissingError(`${missing}: apt-get install ${debianPackages.join(' ')}`)
}

/** Runs a program. Throws an error with its output when it fails. */
async function runOrThrow(program, args, options) {
  const { code, output } = await run(program, args, options)
  if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}: ${summarizeOutput(output)}`)
  return output
}

async function integrityOf(file) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return `sha512-${hash.digest('base64')}`
}

/** Extracts an archive with PHP, which Debian installs without its zip extension. */
const extract = (archive, folder) =>
  runOrThrow(phpPath(), ['-r', '(new PharData($argv[1]))->extractTo($argv[2]);', '--', archive, folder])

/** Downloads and unpacks WordPress. Returns its folder. */
async function provideCore({ log, onStart }) {
  const folder = join(cache, `core-${core.version}`)
  if (existsSync(folder)) return folder
  log(`Downloading WordPress ${core.version} …`)
  const work = join(cache, 'download')
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true })
  const packed = await run('npm', ['pack', core.spec, '--pack-destination', work], { limitMs: 300_000, onStart })
  if (packed.code !== 0) throw new MissingError(`WordPress cannot be downloaded: ${summarizeOutput(packed.output)}`)
  const archive = join(work, core.file)
  const integrity = await integrityOf(archive)
  if (integrity !== core.integrity) throw new Error(`${core.spec} has the integrity ${integrity}`)
  await runOrThrow('tar', ['-xzf', archive, '-C', work, core.wordpress, core.sqlite])
  const target = join(work, 'wordpress')
  await extract(join(work, core.wordpress), target)
  await extract(join(work, core.sqlite), join(work, 'sqlite'))
  const content = join(target, 'wp-content')
  const plugin = join(content, 'plugins', 'sqlite-database-integration')
  await cp(join(work, 'sqlite', 'sqlite-database-integration-main'), plugin, { recursive: true })
  await cp(join(plugin, 'db.copy'), join(content, 'db.php'))
  await rm(join(content, 'database'), { recursive: true, force: true })
  await rename(target, folder)
  await rm(work, { recursive: true, force: true })
  return folder
}

/** The files that are copied into WordPress. */
const sources = {
  'tests/wordpress/site': '.',
  'examples/wordpress/statecast-host': 'wp-content/plugins/statecast-host',
}

/** Identifies the inputs of the prepared WordPress. Its records have dates relative to the day. */
async function hashSources() {
  const hash = createHash('sha256').update(`${core.integrity} ${new Date().toISOString().slice(0, 10)}`)
  for (const source of Object.keys(sources)) {
    const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(file))
  }
  return hash.digest('hex')
}

/**
 * Provides PHP and the prepared WordPress in `sitePath`. Throws a MissingError when PHP or WordPress can't be had here.
 * @param {{ log?: (line: string) => void, onStart?: (child: import('node:child_process').ChildProcess) => void }} [options]
 */
export async function provideWordPress({ log = () => {}, onStart } = {}) {
  await providePhp({ log, onStart })
  const folder = await provideCore({ log, onStart })
  const stamp = await hashSources()
  const stampFile = join(sitePath, 'stamp')
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return
  log('Preparing WordPress …')
  await rm(sitePath, { recursive: true, force: true })
  await cp(folder, sitePath, { recursive: true })
  for (const [source, target] of Object.entries(sources))
    await cp(join(root, source), join(sitePath, target), { recursive: true })
  const env = { ...process.env, WORDPRESS_URL: 'http://127.0.0.1' }
  await runOrThrow(phpPath(), [join(sitePath, 'install.php')], { env, onStart })
  await writeFile(stampFile, stamp)
}
