/** Runs the features in each engine, over http and TLS, and prints a table of the results. */
import { join } from 'node:path'
import { root } from '../../server/install.mjs'
import { startServer, type RunningServer } from '../e2e/server.ts'
import { type Browser, type Engine } from './browser.ts'
import { features, type Account, type Feature } from './features.ts'
import { firefox } from './firefox.ts'
import { startNetwork } from './network.ts'
import { Page } from './page.ts'
import { webkit } from './webkit.ts'

const pem = (part: string) => join(root, 'tests', 'edge', 'tls', `localhost.${part}.pem`)
const protocols = { http: {}, TLS: { TLS_CERT: pem('cert'), TLS_KEY: pem('key') } }
type Protocol = keyof typeof protocols

/** Signs in through the API and stores what the sign-in screen stores. */
async function storeSession(browser: Browser, origin: string, account: Account): Promise<void> {
  const page = await fetch(`${origin}/signin`)
  const xsrf = /XSRF-TOKEN=([^;]*)/.exec(page.headers.getSetCookie().join())?.[1] ?? ''
  const response = await fetch(`${origin}/wp-json/custom-plugin/user-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `XSRF-TOKEN=${xsrf}`, XSRF: xsrf },
    body: JSON.stringify({ username: account, password: 'live-news-24', remember_me: true }),
  })
  if (!response.ok) throw new Error(`${account} can't sign in: ${response.status}`)
  const { access_token, refresh_token } = (await response.json()) as { access_token: string; refresh_token: string }
  const cookies = response.headers.getSetCookie().flatMap((line) => {
    const [, name, value] = /^([^=]*)=([^;]+)/.exec(line) ?? []
    // A cookie without a value is removed.
    return name === undefined || value === undefined ? [] : [{ name, value, httpOnly: /httponly/i.test(line) }]
  })
  for (const [name, token] of Object.entries({ access_token, refresh_token }))
    cookies.push({ name, value: encodeURIComponent(token), httpOnly: false })
  for (const cookie of cookies) await browser.setCookie({ ...cookie, secure: origin.startsWith('https:') })
  await browser.evaluate(`localStorage.setItem('refresh_token', ${JSON.stringify(refresh_token)})`)
}

/** Runs one feature and returns the reason why it failed. */
async function runFeature(browser: Browser, server: RunningServer, feature: Feature): Promise<string | undefined> {
  const network = await startNetwork(server.port)
  const origin = server.url.replace(String(server.port), String(network.port))
  try {
    await server.sandbox.reset()
    await browser.reset()
    const page = new Page(browser, origin)
    // A page of the same origin that does not start the application.
    await page.open('/healthz')
    // Not before: the page of the last feature would leave for the sign-in page meanwhile.
    await browser.deleteCookies()
    if (feature.as) await storeSession(browser, origin, feature.as)
    await feature.run(page, server.sandbox, network)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    network.close()
  }
}

interface Column {
  title: string
  /** The reason of each feature that failed, in the order of the features. */
  reasons: (string | undefined)[]
  seconds: number
}

async function runColumn(engine: Engine, protocol: Protocol, chosen: readonly Feature[]): Promise<Column> {
  const startedAt = Date.now()
  const server = await startServer({ env: protocols[protocol] })
  process.once('exit', () => server.signal('SIGKILL'))
  try {
    const browser = await engine.launch()
    try {
      const reasons: Column['reasons'] = []
      for (const feature of chosen) reasons.push(await runFeature(browser, server, feature))
      const column = { title: `${browser.version}, ${protocol}`, reasons, seconds: (Date.now() - startedAt) / 1000 }
      console.error(`${column.title}: ${column.seconds.toFixed(0)} s`)
      return column
    } finally {
      await browser.quit()
    }
  } finally {
    await server.stop()
  }
}

/** A Markdown table: a row for each feature, a column for each engine and protocol. */
function printTable(columns: readonly Column[], chosen: readonly Feature[]): void {
  const rows = [
    ['Feature', ...columns.map(({ title }) => title)],
    ['---', ...columns.map(() => '---')],
    ...chosen.map(({ name }, at) => [
      name,
      ...columns.map(({ reasons }) => (reasons[at] === undefined ? 'ok' : 'FAILED')),
    ]),
    ['Time', ...columns.map(({ seconds }) => `${seconds.toFixed(0)} s`)],
  ]
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
  for (const { title, reasons } of columns)
    for (const [at, reason] of reasons.entries())
      if (reason !== undefined) console.log(`${title}, ${chosen[at]?.name ?? ''}: ${reason}`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const engines = [firefox, webkit]
const requested = process.argv.slice(2)
const names = engines.map(({ name }) => name.toLowerCase())
const wantedNames = requested.filter((word) => names.includes(word))
const wantedFeatures = requested.filter((word) => !names.includes(word))
const chosen = features.filter(
  ({ name }) => wantedFeatures.length === 0 || wantedFeatures.some((part) => name.includes(part)),
)
const columns: Column[] = []
for (const engine of engines) {
  if (wantedNames.length > 0 && !wantedNames.includes(engine.name.toLowerCase())) continue
  const missing = engine.missing()
  if (missing !== undefined) console.log(`${engine.name} skipped: ${missing}`)
  else for (const protocol of ['http', 'TLS'] as const) columns.push(await runColumn(engine, protocol, chosen))
}
if (columns.length > 0) printTable(columns, chosen)
const reasons = columns.flatMap((column) => column.reasons)
const failed = reasons.filter((reason) => reason !== undefined).length
console.log(`${reasons.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
