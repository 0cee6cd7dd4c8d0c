import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createEdge } from '../../server/edge/index.ts'
import { distFolder, root } from '../../server/install.mjs'
import { packageNotice } from '../../tools/third-party/notices.ts'
import { edgeSecrets } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

type Package = { name: string; version: string }
type Sbom = {
  bomFormat: string
  specVersion: string
  metadata: { component: Package & { type: string } }
  components: (Package & { purl: string })[]
}
type Lock = { packages: Record<string, { version: string; dev?: boolean }> }

const readJson = async <Value>(path: string) => JSON.parse(await readFile(path, 'utf8')) as Value
const sbom = await readJson<Sbom>(join(distFolder(), 'sbom.cdx.json'))
const identify = ({ name, version }: Package) => `${name}@${version}`
const listed = new Set(sbom.components.map(identify))

const readNotices = (part: string) => readFile(join(distFolder(), part, 'third-party-notices.txt'), 'utf8')
/** Name, version and license text in the notice of each package. */
const parseNotices = (notices: string) =>
  notices.split(/^(?=\S+ \d\S* \([^\n]+\)\n=+\n)/m).flatMap((notice) => {
    const [, name, version, text] = /^(\S+) (\d\S*) \(.+\)\n=+\n\n([^]*)/.exec(notice) ?? []
    return name && version && text !== undefined ? [{ name, version, text }] : []
  })

describe('the bill of materials', () => {
  test('is a CycloneDX file of this version of the application', async () => {
    const { name, version } = await readJson<Package>(join(root, 'package.json'))
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: expect.stringMatching(/^1\.[5-9]$/) as string,
      metadata: { component: { type: 'application', name, version } },
    })
  })

  test('lists the packages of a production installation and no other', async () => {
    const { packages } = await readJson<Lock>(join(root, 'package-lock.json'))
    const installed = Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, { version }]) => identify({ name: path.replace(/^.*node_modules\//, ''), version }))
    expect([...listed].sort()).toEqual([...new Set(installed)].sort())
  })

  test('gives every package its URL', () => {
    for (const { name, version, purl } of sbom.components) {
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
    }
  })

  test('contains every package that the server imports', async () => {
    const folder = join(distFolder(), 'server')
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'))
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    const imports = texts
      .flatMap((text) => [...text.matchAll(/^(?:import|export)\b[^'"]*['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]/gm)])
      .flatMap(([, fixed, dynamic]) => fixed ?? dynamic ?? [])
      .filter((name) => !/^[./]/.test(name) && !isBuiltin(name))
      .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0])
    expect(imports).toContain('undici')
    const names = new Set(sbom.components.map(({ name }) => name))
    expect(imports.filter((name) => name === undefined || !names.has(name))).toEqual([])
  })
})

describe('the third-party notices', () => {
  test('contain every package of the client and the license of the location data', async () => {
    const notices = await readNotices('client')
    const names = parseNotices(notices).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['react', 'react-dom', 'xstate', 'hls.js', '@fontsource-variable/schibsted-grotesk']),
    )
    expect(notices).toContain(await readFile(join(root, 'public', 'location', 'NOTICE.txt'), 'utf8'))
  })

  test.each(['client', 'atlas'])(
    'of the %s have a license text for each package, and each package is in the bill of materials',
    async (part) => {
      const packages = parseNotices(await readNotices(part))
      expect(packages.length).toBeGreaterThan(20)
      expect(packages.map(identify).filter((id) => !listed.has(id))).toEqual([])
      expect(packages.filter(({ text }) => !/copyright|permission|license/i.test(text)).map(identify)).toEqual([])
    },
  )

  test('are served as text', async () => {
    const upstream = () => Promise.reject(new Error('the notices must not call the host'))
    const edge = await createEdge({ dist: join(distFolder(), 'client'), upstream, serviceKey: 'key', edgeSecrets })
    const response = await requestEdge(edge, 'http://localhost/third-party-notices.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe(await readNotices('client'))
  })

  test('are not needed for the server, because npm installs its packages with their licenses', () => {
    expect(existsSync(join(distFolder(), 'server', 'third-party-notices.txt'))).toBe(false)
  })
})

test('a package without a known license text cannot be bundled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'package-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'a', version: '1.0.0', license: 'MIT' }))
  expect(() => packageNotice(folder)).toThrow(/a has no license file/)
  await writeFile(join(folder, 'LICENSE'), 'Copyright (c) A\n')
  expect(packageNotice(folder)).toBe('a 1.0.0 (MIT)\n=============\n\nCopyright (c) A\n')
  await rm(folder, { recursive: true })
})
