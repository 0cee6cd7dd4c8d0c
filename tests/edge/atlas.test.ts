import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEdge } from '../../server/edge/index.ts'
import { distFolder } from '../../server/install.mjs'
import { createAtlasRoutes } from '../../server/sandbox/atlasRoutes.ts'
import { parseCoverage } from '../../tools/atlas/coverage.ts'
import { machineEntries } from '../../tools/atlas/machines.ts'
import { startServer } from '../e2e/server.ts'
import { edgeSecrets } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

const navigation = { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } }
const atlasPaths = [
  '/atlas',
  '/atlas/',
  '/atlas/index.html',
  '/atlas/gallery/index.json',
  '/atlas/coverage.json',
  '/ATLAS/',
  '/%61tlas/',
]

/** Texts that only the code of the atlas contains. */
const atlasMarkers = [/elk\.algorithm/, /Search states and events/, /data-gliding/]

const readScripts = async (part: string): Promise<string[]> => {
  const folder = join(distFolder(), part)
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(js|html)$/.test(file))
  return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
}

describe('the atlas and the product', () => {
  test('are two builds without shared chunks', async () => {
    const product = await readScripts('client')
    const atlas = await readScripts('atlas')
    expect(product.length).toBeGreaterThan(10)
    for (const marker of atlasMarkers) {
      expect(product.filter((text) => marker.test(text))).toEqual([])
      expect(atlas.filter((text) => marker.test(text)).length, String(marker)).toBeGreaterThan(0)
    }
  })

  test('the atlas has the coverage of every machine', async () => {
    const text = await readFile(join(distFolder(), 'atlas', 'coverage.machines.json'), 'utf8')
    const { machines } = JSON.parse(text) as { machines: { machine: string }[] }
    expect(machines.map(({ machine }) => machine)).toEqual(machineEntries.map(({ name }) => name))
    expect(parseCoverage({ machines }).every(({ alone }) => alone !== undefined)).toBe(true)
  })

  test('the layout is preloaded and runs in one worker', async () => {
    const atlas = await readScripts('atlas')
    const layoutScripts = atlas.filter((text) => /elk-worker\.min-/.test(text))
    expect(layoutScripts, 'a second script that holds the engine starts a second worker').toHaveLength(1)
    expect(layoutScripts[0]?.length, 'nothing but the engine is loaded before it').toBeLessThan(10_000)
    const page = await readFile(join(distFolder(), 'atlas', 'index.html'), 'utf8')
    const [, first = ''] = /<script type="module"[^>]* src="\.\/([^"]+)"/.exec(page) ?? []
    expect(await readFile(join(distFolder(), 'atlas', first), 'utf8')).toBe(layoutScripts[0])
    expect(page).toMatch(/<link rel="preload" as="font"[^>]* href="\.\/assets\/[^"]+\.woff2"/)
  })

  test.each(atlasPaths)('with a host, %s is not found', async (path) => {
    const edge = await createEdge({
      dist: join(distFolder(), 'client'),
      upstream: () => Promise.reject(new Error('The host must not be called')),
      serviceKey: 'key',
      edgeSecrets,
      warn: () => undefined,
    })
    const response = await requestEdge(edge, `http://localhost${path}`, navigation)
    expect([response.status, await response.text()]).toEqual([404, 'Not found\n'])
  })

  test('is served with the sandbox and not found with HOST_URL', async () => {
    const remote = await startServer({ env: { HOST_URL: 'http://127.0.0.1:9', SERVICE_KEY: 'key' } })
    const local = await startServer()
    try {
      expect((await fetch(`${remote.url}/atlas/`, navigation)).status).toBe(404)
      const moved = await fetch(`${local.url}/atlas`, { ...navigation, redirect: 'manual' })
      expect([moved.status, moved.headers.get('location')]).toEqual([308, '/atlas/'])
      const kept = await fetch(`${local.url}/atlas?pictures`, { ...navigation, redirect: 'manual' })
      expect(kept.headers.get('location')).toBe('/atlas/?pictures')
      const page = await fetch(`${local.url}/atlas/`, navigation)
      expect(page.status).toBe(200)
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain(`script-src 'self';`)
      expect(policy).toContain(`worker-src 'self';`)
      expect(policy).not.toContain('unsafe')
      const html = await page.text()
      // The static page contains the policy too, and its URLs are relative.
      expect(html).toContain('http-equiv="Content-Security-Policy"')
      for (const [, url = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
        expect(url).toMatch(/^\.\//)
        expect((await fetch(new URL(url, `${local.url}/atlas/`))).status, url).toBe(200)
      }
    } finally {
      await remote.stop()
      await local.stop()
    }
  })
})

describe('the files of the atlas', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atlas-'))
    for (const part of ['atlas/assets', 'gallery/signIn']) await mkdir(join(folder, part), { recursive: true })
    await writeFile(join(folder, 'atlas', 'index.html'), '<!doctype html>')
    await writeFile(join(folder, 'atlas', 'assets', 'index-AbCd1234.js'), 'script')
    await writeFile(join(folder, 'gallery', 'signIn', 'open.empty.390.light.webp'), 'picture')
    await writeFile(join(folder, 'secret.json'), '{}')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const request = (path: string, build = 'atlas') =>
    createAtlasRoutes(join(folder, build), join(folder, 'gallery'), join(folder, 'reports')).request(
      `http://localhost/atlas/${path}`,
    )

  test('have their types, and are cached when their name has a hash', async () => {
    const page = await request('')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect((await request('assets/index-AbCd1234.js')).headers.get('cache-control')).toContain('immutable')
    const picture = await request('gallery/signIn/open.empty.390.light.webp')
    expect([await picture.text(), picture.headers.get('content-type')]).toEqual(['picture', 'image/webp'])
  })

  test('have an empty list of screenshots by default, and a message without a build', async () => {
    expect(await (await request('gallery/index.json')).json()).toEqual({})
    const missing = await request('', 'nowhere')
    expect([missing.status, await missing.text()]).toEqual([404, 'The atlas has not been built. Run: npm run atlas\n'])
  })

  test('include the coverage when tests have written it', async () => {
    expect(await (await request('coverage.json')).json()).toEqual({})
    await mkdir(join(folder, 'reports'))
    await writeFile(join(folder, 'reports', 'coverage.json'), '{"machines":[]}')
    expect(await (await request('coverage.json')).json()).toEqual({ machines: [] })
  })

  test.each([
    '..%2fsecret.json',
    'gallery/..%2f..%2fsecret.json',
    'gallery/%2e%2e/secret.json',
    'none.js',
    'assets',
    '%E0%A4%A',
  ])('are not served from outside their folder: %s', async (path) => {
    const response = await request(path)
    expect([400, 404]).toContain(response.status)
  })
})
