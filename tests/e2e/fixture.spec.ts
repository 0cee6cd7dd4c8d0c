import { stopClock } from './clock.ts'
import { SANDBOX_SERVICE_KEY } from '../../server/sandbox/seed/keys.ts'
import { expect, test } from './fixture.ts'
import { findViolations, heading, logOut, openAs, tokenCookies } from './page.ts'
import { RequestHold } from './requestHold.ts'

const regions = 'GET /wp-json/channel/v2/regions'
const requestRegions = (authorization: string) =>
  fetch('/wp-json/channel/v2/regions', { headers: { authorization } }).then((response) => response.text())

/** The fixture fails every browser test in which the page causes a violation. These tests must fail. */
test.describe('the fixture fails a test', () => {
  test.fail()

  test('for a console error', async ({ page }) => {
    await page.goto('/signin')
    await page.evaluate(() => console.error('on purpose'))
  })

  test('for an uncaught error', async ({ page }) => {
    await page.goto('/signin')
    await page.evaluate(() => void Promise.reject(new Error('on purpose')))
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  })

  test('for a violation of the content security policy', async ({ page, watch }) => {
    watch.allowConsole(/./)
    await page.goto('/signin')
    await page.evaluate(() => {
      const element = document.createElement('style')
      element.textContent = 'body { color: red }'
      document.head.append(element)
    })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  })

  test('for a string where Trusted Types are required', async ({ page, watch }) => {
    watch.allowConsole(/./)
    await page.goto('/signin')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML('beforeend', '<p>markup</p>')
      } catch {
        // Blocked.
      }
    })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  })

  test('for a missing file', async ({ page }) => {
    await page.goto('/signin')
    await page.evaluate(() => fetch('/assets/missing.js'))
  })

  test('for a request to another host', async ({ page, watch }) => {
    watch.allowConsole(/./)
    await page.goto('/sandbox')
    await page.evaluate(() => fetch('http://elsewhere.test/').catch(() => undefined))
  })

  test('for a response outside the contract', async ({ page }) => {
    await page.route('**/wp-json/channel/v2/regions', (route) => route.fulfill({ json: { regions: 'none' } }))
    await page.goto('/signin')
    await page.evaluate(requestRegions, 'Bearer a')
  })

  test('for the service key in a response', async ({ page, watch }) => {
    watch.allowOffContract(/./)
    await page.route('**/wp-json/channel/v2/regions', (route) => route.fulfill({ json: { key: SANDBOX_SERVICE_KEY } }))
    await page.goto('/signin')
    await page.evaluate(requestRegions, 'Bearer a')
  })

  test('for the service key in a header', async ({ page }) => {
    await page.route('**/signin', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-key': SANDBOX_SERVICE_KEY } })
    })
    await page.goto('/signin')
  })

  test('for the service key in a page', async ({ page }) => {
    await page.goto('/signin')
    await page.evaluate((key) => document.body.append(key), SANDBOX_SERVICE_KEY)
  })

  test('for a call that completes after the logout', async ({ page }) => {
    await openAs(page, 'member', '/profile')
    await expect(heading(page, 'Profile')).toBeVisible()
    const hold = await RequestHold.create(page)
    hold.holdCalls(regions)
    const token = (await tokenCookies(page.context())).find(({ name }) => name === 'access_token')?.value
    const requested = page.evaluate(requestRegions, `Bearer ${decodeURIComponent(token ?? '')}`)
    await hold.waitFor(regions)
    await logOut(page)
    await expect(page).toHaveURL('/signin')
    await hold.release()
    await requested
  })

  test('for a held call with a response outside the contract', async ({ page }) => {
    const hold = await RequestHold.create(page)
    hold.holdCalls(regions)
    await page.goto('/signin')
    const requested = page.evaluate(requestRegions, 'Bearer a')
    await hold.json(regions, { regions: 'none' })
    await requested
  })

  test('for a request outside the contract, even without a response', async ({ page }) => {
    const hold = await RequestHold.create(page)
    hold.holdCalls(regions)
    await page.goto('/signin')
    const requested = page.evaluate(requestRegions, 'nobody')
    await hold.html(regions)
    await requested
  })
})

test('allows violations that a test causes on purpose', async ({ page, watch }) => {
  watch.allowConsole(/on purpose/)
  await page.goto('/signin')
  await page.evaluate(() => console.error('on purpose'))
  await expect.poll(() => watch.violations()).toEqual(['console: on purpose'])
})

test('a held call may stay pending', async ({ page }) => {
  const hold = await RequestHold.create(page)
  hold.holdCalls(regions)
  await page.goto('/signin')
  const requested = page.evaluate(requestRegions, 'Bearer a')
  await hold.html(regions)
  expect(await requested).toContain('Maintenance')
})

test('stops the clock of a busy page', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { realNow: performance.now.bind(performance) }))
  await page.clock.install()
  await page.goto('/signin')
  // Busy for longer than the time that stopClock adds.
  await page.evaluate(() => {
    const { realNow } = window as unknown as { realNow(): number }
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      for (const end = realNow() + 400; realNow() < end;);
      port2.postMessage(undefined)
    }
    port2.postMessage(undefined)
    Object.assign(window, { rest: () => port1.close() })
  })
  await stopClock(page)
  await page.evaluate(() => (window as unknown as { rest(): void }).rest())
  const now = () => page.evaluate(() => Date.now())
  const stopped = await now()
  await page.request.get('/manifest.webmanifest')
  expect(await now()).toBe(stopped)
})

test('axe reports a violation with each of its elements', async ({ page }) => {
  // Text of a slide that fades is a violation of another rule.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/signin')
  await expect(heading(page)).toBeVisible()
  await page.evaluate(() => document.querySelector('main')?.append(new Image(), new Image()))
  const violations = await findViolations(page)
  expect(violations.map(({ id, nodes }) => [id, nodes.length])).toEqual([['image-alt', 2]])
})
