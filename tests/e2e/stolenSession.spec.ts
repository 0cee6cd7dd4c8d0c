/** A copy of everything that script can read opens no session elsewhere. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { type Page } from '@playwright/test'
import { SANDBOX_SERVICE_KEY } from '../../server/sandbox/seed/keys.ts'
import { expect, loginOf, password, test } from './fixture.ts'
import { heading, logOut, navigation, submitSignIn } from './page.ts'
import { startServer } from './server.ts'

const me = '/wp-json/custom-plugin/me/'

/** Runs before the application: records the requests and responses that pass through `fetch`. */
function recordFetch() {
  const seen: string[] = []
  const original = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    seen.push(request.url, JSON.stringify([...request.headers]), await request.clone().text())
    const response = await original(request)
    seen.push(JSON.stringify([...response.headers]), await response.clone().text())
    return response
  }
  Object.assign(window, { seen })
}

/** Everything that script can read. */
const readAll = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify([
      document.cookie,
      { ...localStorage },
      { ...sessionStorage },
      (window as unknown as { seen: string[] }).seen,
      document.documentElement.outerHTML,
      history.state,
      window.name,
      await indexedDB.databases(),
      await caches.keys(),
      (await navigator.serviceWorker.getRegistrations()).length,
    ]),
  )

/** The status of `me` with each text as the bearer. */
const statusesOf = async (url: string, bearers: Iterable<string>, headers: Record<string, string> = {}) => {
  const statuses = new Set<number>()
  for (const bearer of bearers) {
    const response = await fetch(url + me, { headers: { ...headers, authorization: `Bearer ${bearer}` } })
    statuses.add(response.status)
    await response.text()
  }
  return [...statuses]
}

test('what script can read is refused everywhere else', async ({ browser }) => {
  const host = await startServer({ args: ['--sandbox'] })
  const env = { HOST_URL: host.url, SERVICE_KEY: SANDBOX_SERVICE_KEY, BIND: '127.0.0.1', LOG: 'on' }
  const edge = await startServer({ env })
  const context = await browser.newContext({ baseURL: edge.url })
  // Another port of this machine is the same site, so the browser sends its cookies.
  const elsewhere = createServer((_, response) => response.end('<!doctype html><title>Elsewhere</title>'))
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
  try {
    const page = await context.newPage()
    await page.addInitScript(recordFetch)
    await page.goto('/signin')
    await submitSignIn(page, 'member', { remember: true })
    await expect(heading(page, 'Live Channels')).toBeVisible()
    await navigation(page).getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('link', { name: 'Change plan' })).toBeVisible()

    const cookies = await context.cookies()
    const session = cookies.find(({ name }) => name === 'session')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    const text = await readAll(page)
    expect(text).toContain('refresh_token')
    expect(text).not.toContain(session?.value)
    const words = new Set(text.match(/[\w.~+/=-]{16,}/g))
    const handle = cookies.find(({ name }) => name === 'access_token')?.value ?? ''
    expect(words).toContain(handle)

    // The host accepts its own token, and the edge accepts handle and cookie.
    const granted = await fetch(`${host.url}/wp-json/custom-plugin/user-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', xsrf: 'x'.repeat(24) },
      body: JSON.stringify({ username: loginOf('guest'), password, remember_me: '' }),
    })
    const { access_token: token } = (await granted.json()) as { access_token: string }
    expect(await statusesOf(host.url, [token])).toEqual([200])
    expect(await statusesOf(edge.url, [handle], { cookie: `session=${session?.value}` })).toEqual([200])

    expect(await statusesOf(host.url, words)).toEqual([401])
    expect(await statusesOf(edge.url, words)).toEqual([401])

    const foreign = await context.newPage()
    for (const name of ['localhost', '127.0.0.1']) {
      await foreign.goto(`http://${name}:${(elsewhere.address() as AddressInfo).port}/`)
      const read = await foreign.evaluate(
        ([url, bearer]) =>
          Promise.all(
            (['cors', 'no-cors'] as const).map((mode) =>
              fetch(url, { mode, credentials: 'include', headers: { authorization: `Bearer ${bearer}` } })
                .then((response) => response.text())
                .catch(() => ''),
            ),
          ),
        [edge.url + me, handle] as const,
      )
      expect(read).toEqual(['', ''])
    }
    // In mode no-cors the browser sends the request, without the bearer. The page can't read the response.
    const refusals = () => edge.output().match(/"path":"\/wp-json\/custom-plugin\/me\/","status":403/g) ?? []
    await expect.poll(refusals).toHaveLength(2)

    await page.bringToFront()
    await logOut(page)
    await expect(page).toHaveURL('/signin')
    // The sign-in page stores a cookie and removes it, to see whether cookies are blocked.
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual(['XSRF-TOKEN'])
  } finally {
    elsewhere.close()
    await context.close()
    await edge.stop()
    await host.stop()
  }
})
