import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfiguration } from '../../src/app/configuration.ts'
import { createServer, type ServerParts } from '../../server/createServer.ts'
import { contentSecurityPolicy } from '../../server/edge/securityHeaders.ts'
import { SettingError, readEnvironment } from '../../server/environment.ts'
import { edgeSecrets } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-providers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const REAL_HOST = {
  HOST_URL: 'https://host.example',
  SERVICE_KEY: 'k',
  EDGE_SECRET: edgeSecrets[0],
  PUBLIC_ORIGIN: 'https://tv.example',
}
const parsePolicy = (text: string): Record<string, string[] | undefined> =>
  Object.fromEntries(text.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]))
/** The other origins of the page's policy by directive with these settings. */
const allowedSources = (variables: Record<string, string>) => {
  const policy = parsePolicy(contentSecurityPolicy(readEnvironment(variables).sources))
  return Object.fromEntries(
    ['script-src', 'style-src', 'img-src', 'connect-src', 'frame-src'].map((name) => [
      name,
      (policy[name] ?? []).filter((source) => !/^'|^(data|blob):$/.test(source)),
    ]),
  )
}
const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com']
const writeConfiguration = async (configuration: unknown) => {
  const path = join(folder, 'configuration.json')
  await writeFile(path, JSON.stringify(configuration))
  return path
}

describe('the policy of an installation', () => {
  const WITHOUT_PROVIDERS = {
    'script-src': [],
    'style-src': [],
    'img-src': ['https://host.example'],
    'connect-src': [],
    'frame-src': [],
  }

  test('allows no provider that is not configured', () => {
    expect(allowedSources(REAL_HOST)).toEqual(WITHOUT_PROVIDERS)
  })

  test('does not name a host that browsers cannot reach', () => {
    const { 'img-src': images } = allowedSources({ ...REAL_HOST, HOST_URL: 'http://wordpress.internal' })
    expect(images).toEqual([])
  })

  test('allows the sources that Stripe documents', () => {
    expect(allowedSources({ ...REAL_HOST, STRIPE_KEY: 'pk_live_1' })).toEqual({
      ...WITHOUT_PROVIDERS,
      'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ['https://api.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    })
  })

  test('allows the sources that PayPal documents, with a nonce instead of unsafe-inline', () => {
    expect(allowedSources({ ...REAL_HOST, PAYPAL_CLIENT_ID: 'client-1' })).toEqual({
      'script-src': PAYPAL,
      'style-src': PAYPAL,
      'img-src': ['https://host.example', ...PAYPAL],
      'connect-src': PAYPAL,
      'frame-src': PAYPAL,
    })
    const { sources } = readEnvironment({ ...REAL_HOST, PAYPAL_CLIENT_ID: 'client-1' })
    expect(contentSecurityPolicy(sources)).not.toContain('unsafe')
  })

  test.each([
    [{}, undefined],
    [{ keys: { stripe: 'pk_live_1' } }, undefined],
    [{ keys: { paypal: 'client' } }, true],
    [{ keys: { paypal: 'client' }, scripts: { paypal: 'https://www.sandbox.paypal.com/sdk/js' } }, true],
    [{ keys: { paypal: 'client' }, scripts: { paypal: '/sandbox/paypal/sdk/js' } }, undefined],
  ])('requires Trusted Types unless PayPal’s own script is used: %j', async (configuration, reportOnly) => {
    const CONFIGURATION = await writeConfiguration(configuration)
    expect(readEnvironment({ ...REAL_HOST, CONFIGURATION }).sources.reportTrustedTypesOnly).toBe(reportOnly)
  })

  test('reads keys and script URLs from the configuration file', async () => {
    const scripts = {
      stripe: 'http://localhost:4174/sandbox/stripe/stripe.js',
      paypal: 'http://localhost:4174/sandbox/paypal/sdk/js',
    }
    const CONFIGURATION = await writeConfiguration({ keys: { stripe: 'pk_test_1', paypal: 'client' }, scripts })
    expect(allowedSources({ ...REAL_HOST, CONFIGURATION })).toEqual({
      ...WITHOUT_PROVIDERS,
      'script-src': Object.values(scripts),
      'frame-src': ['http://localhost:4174'],
    })
  })
})

describe('an invalid setting', () => {
  test.each([
    [{ keys: { stripe: 'client' } }, 'keys.stripe is not a publishable key (pk_…)'],
    [{ keys: { stripe: 7 } }, 'keys.stripe is not a publishable key (pk_…)'],
    [{ keys: { paypal: 'a b' } }, 'keys.paypal is not a client id'],
    [{ scripts: { stripe: 'javascript:alert(1)' } }, 'scripts.stripe is not an https URL or a path'],
    [{ scripts: { paypal: '//other.example/sdk' } }, 'scripts.paypal is not an https URL or a path'],
    [
      { keys: { stripe: 'sk_live_1' } },
      'The configuration contains a secret Stripe key; use the publishable key (pk_…)',
    ],
  ])('is refused in one line at start: %j', async (configuration, line) => {
    const CONFIGURATION = await writeConfiguration(configuration)
    expect(() => readEnvironment({ ...REAL_HOST, CONFIGURATION })).toThrow(new SettingError(line))
  })

  test.each([
    [{ keys: { stripe: 'sk_live_1' } }, 'keys.stripe: not a publishable key'],
    [{ keys: { paypal: '"><script>' } }, 'keys.paypal: not a client id'],
    [{ scripts: { stripe: '//other.example' } }, 'scripts.stripe: not an https URL or a path'],
  ])('is rejected by the page too: %j', (configuration, problem) => {
    expect(parseConfiguration(configuration).problems).toEqual([problem])
  })
})

describe('with the sandbox', () => {
  let server: ServerParts
  beforeAll(async () => {
    const environment = readEnvironment({ DATA: join(folder, 'data'), PORT: '4173' })
    server = await createServer(environment, {
      dist: {
        page: () => Promise.resolve('<!doctype html><html><head></head><body></body></html>'),
        open: () => Promise.resolve(undefined),
        isPage: () => true,
      },
    })
  })
  afterAll(() => server.close())

  const page = async (origin: string) => {
    const response = await requestEdge(server.edge, `${origin}/signin`, { headers: { accept: 'text/html' } })
    const json = /id="configuration">([^<]*)<\/script>/.exec(await response.text())?.[1] ?? ''
    const given: unknown = JSON.parse(json)
    return { policy: parsePolicy(response.headers.get('content-security-policy') ?? ''), given }
  }

  test('the configuration contains the fake providers', async () => {
    const { given } = await page('http://localhost:4173')
    const { configuration, problems } = parseConfiguration(given)
    expect(problems).toEqual([])
    expect(configuration.keys).toEqual({ stripe: 'pk_test_sandbox', paypal: 'sandbox-client' })
    expect(configuration.scripts).toEqual({
      stripe: '/sandbox/stripe/stripe.js',
      paypal: '/sandbox/paypal/sdk/js',
    })
    for (const path of Object.values(configuration.scripts)) {
      const script = await requestEdge(server.edge, `http://localhost:4173${path}?client-id=x`)
      expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    }
  })

  test.each([
    ['http://localhost:4173', 'http://127.0.0.1:4173'],
    ['http://127.0.0.1:4173', 'http://localhost:4173'],
    ['https://localhost:4173', 'https://127.0.0.1:4173'],
    ['http://localhost', 'http://127.0.0.1'],
    ['http://[::1]:4173', 'http://[::1]:4173'],
  ])('the page at %s allows the frames of the fake providers at %s only', async (origin, frames) => {
    const { policy } = await page(origin)
    expect(policy['frame-src']).toEqual([`${frames}/sandbox/stripe/`, `${frames}/sandbox/paypal/`])
    expect(policy['script-src']?.filter((source) => !source.startsWith(`'nonce-`))).toEqual([`'self'`])
    expect(policy['connect-src']).toEqual([`'self'`])
  })

  test('the pages of the fake providers can be embedded by this machine only and run their own scripts only', async () => {
    for (const path of ['stripe/card.html', 'stripe/authenticate.html', 'paypal/button.html', 'paypal/checkout.html']) {
      const response = await requestEdge(server.edge, `http://127.0.0.1:4173/sandbox/${path}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('x-frame-options')).toBeNull()
      const policy = parsePolicy(response.headers.get('content-security-policy') ?? '')
      expect(policy).toMatchObject({
        'default-src': [`'none'`],
        'script-src': [`'self'`],
        'style-src': [`'self'`],
        'connect-src': [`'self'`],
        'frame-ancestors': ['http://localhost:*', 'http://127.0.0.1:*', 'https://localhost:*', 'https://127.0.0.1:*'],
      })
      const text = await response.text()
      expect(text).not.toMatch(/<style|\sstyle=|\son\w+=/)
      for (const [, name] of text.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
        expect((await requestEdge(server.edge, `http://127.0.0.1:4173${name}`)).status).toBe(200)
      }
    }
  })
})
