/**
 * Installs and builds for `npm start`, `npm test` and `npm run dev`. It uses Node's own modules only, because node_modules
 * may be missing.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** The build folder: DIST, else `dist`. */
export const distFolder = () => resolve(root, process.env.DIST || 'dist')

/** An expected failure. The message is one line for the terminal. */
export class SetupError extends Error {}

/** The versions of Node that package.json allows, as `^20.19.0 || >=24.0.0`. */
const nodeVersions = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node

/** Throws when package.json does not allow this Node (or the given version). */
export function checkNodeVersion(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isAllowed = nodeVersions.split(' || ').some((range) => {
    const [, operator, fromMajor, fromMinor] = /^(\^|>=)(\d+)\.(\d+)\.0$/.exec(range)
    if (major === Number(fromMajor)) return minor >= Number(fromMinor)
    return operator === '>=' && major > Number(fromMajor)
  })
  if (!isAllowed) throw new SetupError(`Node ${nodeVersions} is required, but this is ${version}.`)
}

/** Returns whether node_modules contains every package of package-lock.json in the locked version. */
export function isInstalled(folder = root) {
  try {
    const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '' || entry.link) return true
      // npm skips packages for other systems.
      if (installed[path] === undefined) return Boolean(entry.optional || entry.peer || entry.devOptional)
      return installed[path].version === entry.version && existsSync(join(folder, path))
    })
  } catch {
    return false
  }
}

/**
 * Runs a program. Resolves with its exit code and output; `show` also prints the output while it runs.
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

/** The most relevant lines of a failed program's output. */
export function summarizeOutput(output, lines = 4) {
  const outputLines = output.split('\n').filter((line) => line.trim() !== '' && !/^npm warn/i.test(line))
  const errors = outputLines.filter((line) => /error|ERR|failed|cannot/i.test(line))
  return (errors.length > 0 ? errors : outputLines)
    .slice(0, lines)
    .map((line) => line.trim().slice(0, 300))
    .join(' | ')
}

/** Installs the packages when some are missing or have another version. */
export async function install({ log = () => {} } = {}) {
  if (isInstalled()) return
  const clean = !existsSync(join(root, 'node_modules'))
  log(clean ? 'Installing packages …' : 'Updating packages …')
  const { code, output } = await run('npm', [clean ? 'ci' : 'install', '--no-audit', '--no-fund'])
  if (code !== 0)
    throw new SetupError(`Packages cannot be installed: ${summarizeOutput(output) || `npm exited with ${code}`}`)
}

/** The inputs of the build. A change in one of them triggers a new build. */
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
  const absolute = join(root, path)
  if (!existsSync(absolute)) return []
  if (!statSync(absolute).isDirectory()) return [path]
  const entries = readdirSync(absolute, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'))
  const files = entries.flatMap((entry) => sourceFiles(join(path, entry.name)))
  // The sandbox reads media, SQL and styles at run time; they are not part of the build.
  return path.startsWith('server') ? files.filter((file) => file.endsWith('.ts')) : files
}

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

/** True when the build in DIST matches the current sources. */
export function isBuilt(stamp = hashSources()) {
  try {
    return (
      readFileSync(join(distFolder(), 'stamp'), 'utf8') === stamp &&
      existsSync(join(distFolder(), 'client', 'index.html')) &&
      existsSync(join(distFolder(), 'server', 'main.js')) &&
      existsSync(join(distFolder(), 'prerender', 'prerender.js')) &&
      existsSync(join(distFolder(), 'atlas', 'index.html'))
    )
  } catch {
    return false
  }
}

/** Builds client, server, prerendered pages, atlas and SBOM in parallel when their sources changed. Resolves with whether it built. */
export async function build({ log = () => {}, onStart } = {}) {
  const stamp = hashSources()
  if (isBuilt(stamp)) return false
  log('Building …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const results = await Promise.all([
    run(process.execPath, [vite, 'build', '--logLevel', 'warn'], { onStart }),
    run(process.execPath, [vite, 'build', '--logLevel', 'warn', '--ssr', 'server/main.ts'], {
      onStart,
    }),
    run(
      process.execPath,
      [vite, 'build', '--logLevel', 'warn', '--ssr', 'src/app/prerender.tsx', '--mode', 'prerender'],
      { onStart },
    ),
    run(process.execPath, [vite, 'build', '--logLevel', 'warn', '-c', 'tools/atlas/vite.config.ts'], { onStart }),
    run(process.execPath, [join(root, 'tools', 'third-party', 'writeSbom.mjs')], { onStart }),
  ])
  const failed = results.find(({ code }) => code !== 0)
  if (failed) throw new SetupError(`The build failed: ${summarizeOutput(failed.output) || `exit code ${failed.code}`}`)
  mkdirSync(distFolder(), { recursive: true })
  writeFileSync(join(distFolder(), 'stamp'), stamp)
  return true
}
