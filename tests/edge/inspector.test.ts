/** The inspector is available with the sandbox, never with a host. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '../../server/createServer.ts'
import { SettingError, readEnvironment } from '../../server/environment.ts'
import { parseConfiguration } from '../../src/app/configuration.ts'
import { edgeSecrets } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-inspector-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const REAL_HOST = {
  HOST_URL: 'https://host.example',
  SERVICE_KEY: 'k',
  EDGE_SECRET: edgeSecrets[0],
  PUBLIC_ORIGIN: 'http://localhost',
}
const template = '<html><head><script type="application/json" id="configuration"></script></head></html>'
const dist = { page: () => Promise.resolve(template), open: () => Promise.resolve(undefined), isPage: () => true }

/** The inspector of the page's configuration and the page's policy with these settings. */
async function loadPage(variables: Record<string, string>) {
  const server = await createServer(readEnvironment({ DATA: folder, LOG: 'off', ...variables }), { dist })
  const response = await requestEdge(server.edge, 'http://localhost/signin?inspect', {
    headers: { accept: 'text/html' },
  })
  const json = /id="configuration">([^<]*)</.exec(await response.text())?.[1] ?? ''
  await server.close()
  const { configuration, problems } = parseConfiguration(JSON.parse(json))
  expect(problems).toEqual([])
  return {
    inspectorUrl: configuration.inspector.address,
    policy: response.headers.get('content-security-policy') ?? '',
  }
}

describe('the inspector', () => {
  test('is Stately’s with the sandbox and is not in the page’s policy', async () => {
    const { inspectorUrl, policy } = await loadPage({})
    expect(inspectorUrl).toBe('https://stately.ai/inspect')
    expect(policy).not.toContain('stately')
  })

  test('can be configured', async () => {
    const path = join(folder, 'configuration.json')
    await writeFile(path, JSON.stringify({ inspector: { address: 'http://localhost:9999/' } }))
    expect((await loadPage({ CONFIGURATION: path })).inspectorUrl).toBe('http://localhost:9999/')
    expect(() => readEnvironment({ ...REAL_HOST, CONFIGURATION: path })).toThrow(SettingError)
  })

  test('is not available with a host', async () => {
    expect((await loadPage(REAL_HOST)).inspectorUrl).toBe('')
  })
})
