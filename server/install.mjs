/**
 * What `npm start`, `npm test` and `npm run dev` need before anything of node_modules can be used: plain Node only.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** The build's folder; DIST names another one. */
export const distFolder = () => resolve(root, process.env.DIST || 'dist')

/** A failure that is one clear line for the person at the terminal. */
export class SetupError extends Error {}

const minimumNodeVersion = [20, 19]

/** Throws when this Node (or the version given) is too old. */
export function checkNodeVersion(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > minimumNodeVersion[0] || (major === minimumNodeVersion[0] && minor >= minimumNodeVersion[1])) return
  throw new SetupError(`Node ${minimumNodeVersion.join('.')} or newer is needed; this is ${version}.`)
}

/** True when every package that package-lock.json wants stands in node_modules in that version. */
export function isInstalled(folder = root) {
  try {
    const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '' || entry.link) return true
      // Packages for other systems are left out by npm.
      if (installed[path] === undefined) return Boolean(entry.optional || entry.peer || entry.devOptional)
      return installed[path].version === entry.version && existsSync(join(folder, path))
    })
  } catch {
    return false
  }
}

/**
 * Runs a program to its end. Resolves with its exit code and what it printed; `show` prints it as it comes.
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = root, env = process.env, show = false, limitMs = 0, onStart } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    onStart?.(child)
    let output = ''
    const timer = limitMs > 0 ? setTimeout(() => child.kill('SIGKILL'), limitMs) : undefined
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece) => {
        output += piece
        if (show) process.stderr.write(piece)
      })
    }
    child.on('error', (error) => {
      clearTimeout(timer)
      done({ code: 127, output: `${output}${error.message}\n` })
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      done({ code: code ?? (signal ? 128 : 1), output })
    })
  })
}

/** The lines of a program's output that tell most about its failure. */
export function summarizeOutput(output, lines = 4) {
  const outputLines = output.split('\n').filter((line) => line.trim() !== '' && !/^npm warn/i.test(line))
  const errors = outputLines.filter((line) => /error|ERR|failed|cannot/i.test(line))
  return (errors.length > 0 ? errors : outputLines)
    .slice(0, lines)
    .map((line) => line.trim().slice(0, 300))
    .join(' | ')
}

/** Installs the packages when some are missing or of another version. */
export async function install({ say = () => {} } = {}) {
  if (isInstalled()) return
  const clean = !existsSync(join(root, 'node_modules'))
  say(clean ? 'Installing packages …' : 'Bringing packages up to date …')
  const { code, output } = await run('npm', [clean ? 'ci' : 'install', '--no-audit', '--no-fund'])
  if (code !== 0)
    throw new SetupError(`Packages can't be installed: ${summarizeOutput(output) || `npm ended with ${code}`}`)
}

/** Everything that the build reads, so that a change of it, and nothing else, builds again. */
const sources = [
  'src',
  'machines',
  'openapi',
  'public',
  'server',
  'tests/atlas',
  'tests/machines',
  'tests/paths',
  'tools',
  'docs/requirements.md',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

function sourceFiles(path) {
  const whole = join(root, path)
  if (!existsSync(whole)) return []
  if (!statSync(whole).isDirectory()) return [path]
  const inside = readdirSync(whole, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'))
  const files = inside.flatMap((entry) => sourceFiles(join(path, entry.name)))
  // Media, SQL and styles of the sandbox are read at run time, not built.
  return path.startsWith('server') ? files.filter((file) => file.endsWith('.ts')) : files
}

/** A word that changes when a source of the build changes. */
export function hashSources() {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0])
  for (const file of sources.flatMap(sourceFiles).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** True when the build in DIST was made from the sources as they are. */
export function isBuilt(stamp = hashSources()) {
  try {
    return (
      readFileSync(join(distFolder(), 'stamp'), 'utf8') === stamp &&
      existsSync(join(distFolder(), 'client', 'index.html')) &&
      existsSync(join(distFolder(), 'server', 'main.js')) &&
      existsSync(join(distFolder(), 'atlas', 'index.html'))
    )
  } catch {
    return false
  }
}

/** Builds client, server and atlas side by side when their sources changed. Tells whether it had to. */
export async function build({ say = () => {}, onStart } = {}) {
  const stamp = hashSources()
  if (isBuilt(stamp)) return false
  say('Building …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const results = await Promise.all([
    run(process.execPath, [vite, 'build', '--logLevel', 'warn'], { onStart }),
    run(process.execPath, [vite, 'build', '--logLevel', 'warn', '--ssr', 'server/main.ts'], {
      onStart,
    }),
    run(process.execPath, [vite, 'build', '--logLevel', 'warn', '-c', 'tools/atlas/vite.config.ts'], { onStart }),
  ])
  const failed = results.find(({ code }) => code !== 0)
  if (failed) throw new SetupError(`The build failed: ${summarizeOutput(failed.output) || `exit code ${failed.code}`}`)
  mkdirSync(distFolder(), { recursive: true })
  writeFileSync(join(distFolder(), 'stamp'), stamp)
  return true
}
