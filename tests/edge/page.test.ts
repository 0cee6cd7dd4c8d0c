import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFiles } from '../../server/edge/files.ts'
import { createEdge, type EdgeOptions } from '../../server/edge/index.ts'
import { type Prerender } from '../../server/edge/prerender.ts'
import { type HostFeature } from '../../server/edge/hostFeatures.ts'
import { renderPage } from '../../server/edge/renderPage.ts'
import { pagePatterns } from '../../src/app/paths.ts'
import { edgeSecrets } from './edgeSession.ts'
import { requestEdge } from './requestEdge.ts'

const script = `console.log(${'"long enough to be compressed";'.repeat(80)})`
const template =
  '<!doctype html><html><head><style nonce="__CSP_NONCE__"></style><script type="application/json" id="configuration" nonce="__CSP_NONCE__"></script></head><body></body></html>'
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edge-page-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, '.vite', 'pages.json'), JSON.stringify(pagePatterns()))
  await writeFile(join(folder, 'index.html'), template)
  await writeFile(join(folder, 'assets', 'app-AbCd1234.js'), script)
  await writeFile(join(folder, 'assets', 'app-AbCd1234.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets', 'app-AbCd1234.js.gz'), gzipSync(script))
  await writeFile(join(folder, 'logo.svg'), '<svg/>')
  await writeFile(join(folder, 'assets', 'font-AbCd1234.woff2'), 'font')
  await writeFile(join(folder, '.secret'), 'hidden')
  await writeFile(join(folder, 'service-worker.js'), 'self')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const getPage = async (
  path: string,
  init: Parameters<typeof requestEdge>[2] = {},
  options: Partial<EdgeOptions> = {},
) => {
  const upstream = () => Promise.reject(new Error('the page must not call the host'))
  const edge = await createEdge({
    dist: folder,
    upstream,
    serviceKey: 'key',
    edgeSecrets,
    warn: () => undefined,
    ...options,
  })
  return requestEdge(edge, path.startsWith('http') ? path : `http://localhost${path}`, init)
}
const navigation = { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } }
const header = (response: Response, name: string) => response.headers.get(name) ?? ''

describe('the page', () => {
  test('has its security headers', async () => {
    const response = await getPage('/signin', navigation, { streamOrigins: ['https://live.example'] })
    const nonce = /nonce-([^']+)'/.exec(header(response, 'content-security-policy'))?.[1] ?? ''
    const policy = Object.fromEntries(
      header(response, 'content-security-policy')
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    )
    expect(policy).toEqual({
      'default-src': `'none'`,
      'script-src': `'self' 'nonce-${nonce}'`,
      'style-src': `'self' 'nonce-${nonce}'`,
      'img-src': `'self' data: blob:`,
      'font-src': `'self'`,
      'connect-src': `'self' https://live.example`,
      'media-src': `'self' blob: https://live.example`,
      'frame-src': `'none'`,
      'worker-src': `'self'`,
      'manifest-src': `'self'`,
      'object-src': `'none'`,
      'base-uri': `'none'`,
      'form-action': `'self'`,
      'frame-ancestors': `'none'`,
      'require-trusted-types-for': `'script'`,
      'trusted-types': 'default',
      'report-uri': '/csp-report',
      'report-to': 'csp',
    })
    expect(nonce).toMatch(/^[\w+/]{22}==$/)
    expect(await response.text()).toContain(`nonce="${nonce}"`)
    expect(header(response, 'content-security-policy-report-only')).toBe('')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'reporting-endpoints': 'csp="/csp-report"',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': 'no-store',
    })
  })

  test('with a script that does not support Trusted Types only reports them', async () => {
    const response = await getPage('/signin', navigation, { sources: { reportTrustedTypesOnly: true } })
    expect(header(response, 'content-security-policy')).not.toContain('trusted-types')
    expect(header(response, 'content-security-policy')).toMatch(/; report-uri \/csp-report; report-to csp$/)
    expect(header(response, 'content-security-policy-report-only')).toBe(
      `require-trusted-types-for 'script'; trusted-types default; report-uri /csp-report; report-to csp`,
    )
  })

  const examples = pagePatterns().map((pattern) => pattern.replace(/:\w+/, 'harbor-one'))
  test.each([...examples, '/signin/', '/SIGNIN', '/video/a.b?x=1'])('is at %s, for any client', async (path) => {
    for (const accept of [undefined, '*/*', 'application/json', 'image/png']) {
      const response = await getPage(path, accept === undefined ? {} : { headers: { accept } })
      expect([response.status, header(response, 'content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    }
    const head = await getPage(path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test.each(['/no/such/place', '/video', '/signin/x', '/api', '/favourites/harbor-one'])(
    'shows Not Found at %s, with that status',
    async (path) => {
      const response = await getPage(path, navigation)
      expect([response.status, header(response, 'content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(header(response, 'cache-control')).toBe('no-store')
      expect(await response.text()).toContain('id="configuration"')
    },
  )

  test('has a new nonce in every response', async () => {
    const nonces = new Set<string>()
    for (let round = 0; round < 50; round += 1) {
      const text = await (await getPage('/', navigation)).text()
      expect(text).not.toContain('__CSP_NONCE__')
      nonces.add(/nonce="([^"]+)"/.exec(text)?.[1] ?? '')
    }
    expect(nonces.size).toBe(50)
  })

  test.each([
    ['plain http', 'http://localhost/', {}, {}, false],
    ['its own TLS', 'https://localhost/', {}, {}, true],
    ['a public origin with TLS', 'http://tv.example/', {}, { publicOrigin: new URL('https://tv.example') }, true],
    ['a browser that sends the header', 'http://localhost/', { 'x-forwarded-proto': 'https' }, {}, false],
  ])('sends HSTS with TLS only: %s', async (_, url, headers, options, secure) => {
    const response = await getPage(url, { headers: { ...navigation.headers, ...headers } }, options)
    expect(header(response, 'strict-transport-security')).toBe(secure ? 'max-age=63072000; includeSubDomains' : '')
    expect(header(response, 'set-cookie').includes('; Secure')).toBe(secure)
  })

  test.each([
    ['http://evil.example/signin', {}],
    ['http://localhost.evil.example/signin', {}],
    ['http://127.0.0.2/signin', {}],
    ['http://localhost/signin', { publicOrigin: new URL('https://tv.example') }],
    ['http://tv.example:8080/signin', { publicOrigin: new URL('https://tv.example') }],
  ])('is served at the names of the edge only: %s', async (url, options) => {
    const response = await getPage(url, navigation, options)
    expect(response.status).toBe(421)
    expect(await response.text()).not.toContain('evil')
  })

  test('sets the XSRF-TOKEN cookie unless there is one', async () => {
    const fresh = header(await getPage('/', navigation), 'set-cookie')
    expect(fresh).toMatch(/^XSRF-TOKEN=[\w-]{24}; Path=\/; SameSite=Strict$/)
    expect(header(await getPage('/', navigation), 'set-cookie')).not.toBe(fresh)
    const cookie = `theme=x; ${fresh.split(';')[0]}`
    expect(header(await getPage('/', { headers: { ...navigation.headers, cookie } }), 'set-cookie')).toBe('')
    // The edge refuses the changes of a page with one of these.
    for (const value of ['', 'x', `${'x'.repeat(24)}!`, 'x'.repeat(129)]) {
      const unusable = { headers: { ...navigation.headers, cookie: `XSRF-TOKEN=${value}` } }
      expect(header(await getPage('/', unusable), 'set-cookie')).not.toBe('')
    }
  })

  test('contains the configuration, escaped', async () => {
    const configuration = { brand: { name: '</script><script>alert(1)</script><!--', tagline: '$& $1 \u2028' } }
    const text = await (await getPage('/', navigation, { configuration })).text()
    const json = /id="configuration">([^<]*)<\/script>/.exec(text)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual(configuration)
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(renderPage('<head></head>', { a: 1 })).toBe(
      '<head><script type="application/json" id="configuration">{"a":1}</script></head>',
    )
  })

  test('is compressed with a nonce of its own', async () => {
    const nonces = new Set<string>()
    for (let i = 0; i < 2; i++) {
      const response = await getPage('/', { headers: { ...navigation.headers, 'accept-encoding': 'br, gzip' } })
      expect(header(response, 'content-encoding')).toBe('gzip')
      expect(header(response, 'vary')).toBe('Accept-Encoding')
      const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString()
      const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1] ?? ''
      expect(header(response, 'content-security-policy')).toContain(`'nonce-${nonce}'`)
      expect(text).toBe(renderPage(template, undefined).replaceAll('__CSP_NONCE__', nonce))
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(2)
  })
})

test('the page names what it loads first in a Link header', async () => {
  const dist = {
    ...(await readFiles(folder)),
    page: () =>
      Promise.resolve(
        `<html><head>
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <link
            rel="preload"
            href="/assets/font.woff2"
            as="font"
            type="font/woff2"
            crossorigin
           nonce="__CSP_NONCE__"/>
          <script nonce="__CSP_NONCE__">inline()</script>
          <script type="module" crossorigin src="/assets/app.js" nonce="__CSP_NONCE__"></script>
          <link rel="modulepreload" href="/assets/form.js" nonce="__CSP_NONCE__">
          <link rel="stylesheet" crossorigin href="/assets/app.css" nonce="__CSP_NONCE__">
        </head><body><link rel="stylesheet" href="/not/first.css"></body></html>`,
      ),
  }
  expect(header(await getPage('/unauth', navigation, { dist }), 'link').split(', ')).toEqual([
    '</assets/font.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
    '</assets/app.js>; rel=modulepreload; crossorigin',
    '</assets/form.js>; rel=modulepreload',
    '</assets/app.css>; rel=preload; as=style; crossorigin',
  ])
})

describe('a prerendered page', () => {
  const renders: string[] = []
  const withContent = async (render: Prerender['render']): Promise<Partial<EdgeOptions>> => ({
    dist: {
      ...(await readFiles(folder)),
      prerender: {
        pageAt: ({ pathname }, { hasSession }) =>
          pathname === '/unauth' ? undefined : hasSession ? 'shell.profile' : 'signIn',
        render,
      },
    },
  })
  const render: Prerender['render'] = (page, text, configuration) => {
    renders.push(page)
    return Promise.resolve({
      text: text.replace('<body>', `<body>${page}, ${JSON.stringify(configuration)}`),
      styleAttributes: ['--size:"1"'],
    })
  }

  test('is sent to a visitor without a session, and allows its style attributes only', async () => {
    const response = await getPage('/profile', navigation, {
      ...(await withContent(render)),
      configuration: { brand: { name: 'News' } },
    })
    expect(await response.text()).toContain('<body>signIn, {"brand":{"name":"News"}}')
    const hash = createHash('sha256').update('--size:"1"').digest('base64')
    expect(header(response, 'content-security-policy')).toContain(
      `; style-src-attr 'unsafe-hashes' 'sha256-${hash}'; img-src`,
    )
  })

  test('is a skeleton for a browser with a session', async () => {
    const headers = { ...navigation.headers, cookie: 'session=sealed' }
    const response = await getPage('/profile', { headers }, await withContent(render))
    expect(await response.text()).toContain('<body>shell.profile, ')
  })

  test('is not sent at a path that has none', async () => {
    const response = await getPage('/unauth', navigation, await withContent(render))
    expect(await response.text()).toContain('<body></body>')
    expect(header(response, 'content-security-policy')).not.toContain('style-src-attr')
  })

  test('is rendered once, and again for another configuration', async () => {
    renders.length = 0
    let missing: readonly HostFeature[] = []
    const edge = await createEdge({
      ...(await withContent(render)),
      dist: (await withContent(render)).dist ?? folder,
      upstream: () => Promise.reject(new Error('the page must not call the host')),
      serviceKey: 'key',
      edgeSecrets,
      hostFeatures: { missing: () => missing },
    })
    const get = async () => (await requestEdge(edge, 'http://localhost/signin', navigation)).text()
    await get()
    await get()
    expect(renders).toEqual(['signIn'])
    missing = ['devices']
    expect(await get()).toContain('"devices":"off"')
    expect(renders).toEqual(['signIn', 'signIn'])
  })

  test('that fails to render is sent without content', async () => {
    const warnings: string[] = []
    const options = await withContent(() => Promise.reject(new Error('a component failed')))
    const response = await getPage('/signin', navigation, { ...options, warn: (line) => void warnings.push(line) })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<body></body>')
    expect(warnings).toEqual(["The page signIn can't be prerendered: a component failed"])
  })
})

describe('every response without the page', () => {
  const data = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  test.each([
    ['/assets/app-AbCd1234.js', data],
    ['/logo.svg', `${data}; style-src 'unsafe-inline'; sandbox`],
    ['/missing.js', data],
    ['/%zz', data],
    ['/healthz', data],
    ['/sandbox', data],
    ['/csp-report', data],
    ['/wp-json/unknown', data],
    ['http://evil.example/', data],
  ])('has its security headers: %s', async (path, policy) => {
    const { headers } = await getPage(path, {}, { publicOrigin: new URL('https://localhost') })
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    })
  })

  test.each(['TRACE', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('refuses the method %s', async (method) => {
    for (const path of ['/', '/logo.svg', '/healthz', '/readyz', '/csp-report', '/wp-json/custom-plugin/me/']) {
      const response = await getPage(path, { method, headers: { 'x-probe': 'echoed' } })
      expect([path, response.status, header(response, 'allow') === '']).toEqual([path, 405, false])
      expect(await response.text()).not.toContain('echoed')
    }
  })

  test('has the policy of the sandbox, if it sets one', async () => {
    const policyOf = async (headers: Record<string, string>) => {
      const sandbox = () => Promise.resolve(new Response('', { headers }))
      return header(await getPage('/sandbox/page', {}, { sandbox }), 'content-security-policy')
    }
    expect(await policyOf({ 'content-security-policy': `default-src 'self'` })).toBe(`default-src 'self'`)
    expect(await policyOf({})).toBe(data)
  })
})

describe('a report of a violation', () => {
  const body = JSON.stringify({
    'csp-report': {
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/a?b',
      'document-uri': 'http://localhost/reset-password?key=secret',
    },
  })
  const send = async (type: string, sent: string, method = 'POST') => {
    const lines: string[] = []
    const init = { method, headers: { 'content-type': type }, ...(method === 'POST' && { body: sent }) }
    const response = await getPage('/csp-report', init, { warn: (line) => lines.push(line) })
    expect(header(response, 'cache-control')).toBe('no-store')
    return { status: response.status, lines }
  }

  test('is logged in one line', async () => {
    const line = 'Policy violation: script-src-elem blocked https://evil.example on /reset-password'
    expect(await send('application/csp-report', body)).toEqual({ status: 204, lines: [line] })
    expect(await send('Application/Reports+JSON; charset=utf-8', '[]')).toEqual({ status: 204, lines: [] })
  })

  test.each([
    [405, 'application/csp-report', '', 'GET'],
    [415, 'application/json', body],
    [415, '', body],
    [413, 'application/csp-report', body.padEnd(16 * 1024 + 1)],
    [400, 'application/csp-report', '{'],
  ])('is refused with %i: %s', async (status, type, sent, method = 'POST') => {
    expect(await send(type, sent, method)).toEqual({ status, lines: [] })
  })
})

describe('files', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['identity', ''],
    ['*', 'br'],
    ['', ''],
  ])('with accept-encoding "%s" are encoded as "%s"', async (accept, encoding) => {
    const response = await getPage('/assets/app-AbCd1234.js', { headers: { 'accept-encoding': accept } })
    expect(header(response, 'content-encoding')).toBe(encoding)
    const body = Buffer.from(await response.arrayBuffer())
    expect(header(response, 'content-length')).toBe(String(body.byteLength))
    const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
    expect(plain.toString()).toBe(script)
  })

  test('are cached for a year with a hash in the name, else revalidated', async () => {
    const hashed = await getPage('/assets/app-AbCd1234.js')
    expect(header(hashed, 'cache-control')).toBe('public, max-age=31536000, immutable')
    expect(header(hashed, 'content-type')).toBe('text/javascript; charset=utf-8')
    const logo = await getPage('/logo.svg')
    expect(header(logo, 'cache-control')).toBe('no-cache')
    const again = await getPage('/logo.svg', { headers: { 'if-none-match': `W/${header(logo, 'etag')}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await getPage('/logo.svg', { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  test('are the service worker, which is revalidated and connects to its own origin only', async () => {
    const worker = await getPage('/service-worker.js')
    expect([worker.status, header(worker, 'content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(header(worker, 'cache-control')).toBe('no-cache')
    expect(header(worker, 'x-content-type-options')).toBe('nosniff')
    expect(header(worker, 'content-security-policy')).toBe(
      `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'`,
    )
  })

  test('may be read by the card provider’s frame if they are fonts', async () => {
    const readable = async (path: string) => {
      const response = await getPage(path)
      return [header(response, 'access-control-allow-origin'), header(response, 'cross-origin-resource-policy')]
    }
    expect(await readable('/assets/font-AbCd1234.woff2')).toEqual(['*', 'cross-origin'])
    expect(await readable('/assets/app-AbCd1234.js')).toEqual(['', 'same-origin'])
  })

  test.each([
    '/assets/app-OldHash1.js',
    '/assets/',
    '/assets/../.secret',
    '/.secret',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/app-AbCd1234.js.br',
    '/wp-login.php',
    '/favicon.ico',
    '/index.html',
    '/.vite/pages.json',
    '/sandbox',
    '/sandbox/ledger',
    '/SANDBOX/reset',
    '/%73andbox/mail',
  ])('that are missing are not found and never the page: %s', async (path) => {
    const response = await getPage(path, { headers: { accept: '*/*' } })
    expect([response.status, await response.text()]).toEqual([404, 'Not found\n'])
    expect(header(response, 'cache-control')).toBe('no-store')
  })

  test('an old chunk is not found for a navigation too; a malformed URL is refused', async () => {
    expect((await getPage('/assets/app-OldHash1.js', navigation)).status).toBe(404)
    expect((await getPage('/%zz', navigation)).status).toBe(400)
  })

  test('that cannot be read once are read again', async () => {
    const files = await readFiles(folder)
    const path = join(folder, 'logo.svg')
    await rename(path, `${path}.away`)
    await expect(files.open('/logo.svg')).rejects.toThrow('ENOENT')
    await rename(`${path}.away`, path)
    expect(await files.open('/logo.svg')).toMatchObject({ type: 'image/svg+xml; charset=utf-8' })
  })

  test('refuse other methods', async () => {
    const response = await getPage('/signin', { method: 'POST', body: 'a=1' })
    expect([response.status, header(response, 'allow')]).toEqual([405, 'GET, HEAD'])
    const head = await getPage('/assets/app-AbCd1234.js', { method: 'HEAD' })
    expect([head.status, await head.text(), header(head, 'content-length')]).toEqual([200, '', String(script.length)])
  })
})
