/**
 * Writes sbom.cdx.json into the build folder: the packages that `npm ci --omit=dev` installs, as a CycloneDX bill of
 * materials. It has no serial number and no timestamp, so that equal packages give equal files.
 *
 * `npm sbom --omit=dev` also omits packages that a development package needs too (https://github.com/npm/cli/issues/7909).
 * Therefore npm runs in a folder whose manifest and lock file have no development packages.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { distFolder, root } from '../../server/install.mjs'

const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const manifest = { ...read('package.json'), devDependencies: {} }
const lock = read('package-lock.json')
const packages = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev)

const folder = mkdtempSync(join(tmpdir(), 'sbom-'))
try {
  const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value))
  write('package.json', manifest)
  write('package-lock.json', { ...lock, packages: { '': manifest, ...Object.fromEntries(packages) } })
  const args = [
    'sbom',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--offline',
    '--loglevel=error',
  ]
  const sbom = JSON.parse(
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  delete sbom.serialNumber
  delete sbom.metadata.timestamp
  // npm takes the name of the folder.
  sbom.metadata.component.name = manifest.name
  mkdirSync(distFolder(), { recursive: true })
  writeFileSync(join(distFolder(), 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
