/** `?inspect`: an inspector receives every running actor in Stately's protocol, without user input. */
import { type Page } from '@playwright/test'
import { typeCard, testCards } from './card.ts'
import { expect, loginOf, password, test } from './fixture.ts'
import { expectAccessible, recordPaths, submitSignIn } from './page.ts'
import { requestResetLink } from './resetMail.ts'
import { type RunningServer } from './server.ts'

type Message = {
  type: string
  name?: string
  sessionId?: string
  parentId?: string
  definition?: string
  snapshot?: { value?: unknown; status?: string; context?: Record<string, unknown> }
  event?: Record<string, unknown>
}

/** A fake of Stately's inspector: a page of another origin that connects and receives events. */
const fakeInspector = `<!doctype html><title>Inspector</title><script>
  addEventListener('message', ({ data, origin }) => window.__heard(JSON.stringify({ ...data, from: origin })))
  opener.postMessage({ type: '@statelyai.connected' }, '*')
</script>`

/** Installs the fake inspector and returns the events that it receives. */
async function watchInspector(page: Page, server: RunningServer) {
  const address = `http://127.0.0.1:${server.port}/fake-inspector`
  const messages: Message[] = []
  const context = page.context()
  await context.exposeBinding('__heard', (_, text: string) => void messages.push(JSON.parse(text) as Message))
  // Set in the page: a page that is fulfilled by the test could not embed the card frame.
  await context.addInitScript(
    ([theirs, ours]) =>
      document.addEventListener('readystatechange', () => {
        // The text node, because the content of a script element needs a trusted type.
        const text = document.getElementById('configuration')?.firstChild
        if (text?.nodeValue) text.nodeValue = text.nodeValue.replace(theirs, ours)
      }),
    ['https://stately.ai/inspect', address] as const,
  )
  await context.route(address, (route) => route.fulfill({ contentType: 'text/html', body: fakeInspector }))
  const open = async () => {
    await page.getByRole('button', { name: 'Open the inspector' }).click()
    await expect(page.getByRole('complementary', { name: 'Inspection' })).toContainText('Connected')
    // The inspector does not cover the page.
    await page.bringToFront()
  }
  const actors = () => new Set(messages.filter(({ type }) => type === '@xstate.actor').map(({ name }) => name))
  const values = (machine: string) => {
    const ids = messages.filter(({ name }) => name === machine).map(({ sessionId }) => sessionId)
    return messages
      .filter(({ type, sessionId }) => type === '@xstate.snapshot' && ids.includes(sessionId))
      .map(({ snapshot }) => JSON.stringify(snapshot?.value))
  }
  return { messages, open, actors, values }
}

test.describe('?inspect', () => {
  test('shows every actor with its changes, and no secrets', async ({ page, server, sandbox }) => {
    const { messages, open, actors, values } = await watchInspector(page, server)
    const link = await requestResetLink(page, sandbox, 'guest')
    const key = new URL(link).searchParams.get('key') ?? 'no key in the link'
    const secrets = [password, 'wrong-password-77', loginOf('guest'), 'lamp river 24', key]
    secrets.push('Ada Lovelace', '12 Byron Street')

    // A press opens the inspector, which then receives earlier events.
    await page.goto('/signin?inspect')
    await open()
    for (const name of ['carousel', 'theme', 'session', 'signIn', 'watchWindow', 'watchPage'])
      await expect.poll(actors).toContain(name)
    await submitSignIn(page, 'guest', { secret: 'wrong-password-77' })
    await expect.poll(() => values('signIn')).toContain('{"open":"refused"}')
    await submitSignIn(page, 'guest')
    await expect(page).toHaveURL('/profile')
    await expect.poll(() => values('session')).toContain('{"signedIn":"cooldown"}')
    const form = messages.find(({ type, event }) => type === '@xstate.event' && event?.['type'] === 'form.submit')
    expect(form?.event).toMatchObject({ login: '(withheld)', password: '(withheld)' })
    const definition = messages.find(
      ({ name, definition }) => name === 'signIn' && definition !== undefined,
    )?.definition
    expect(JSON.parse(definition ?? '{}')).toMatchObject({ id: 'signIn', initial: 'open' })
    const cookies = await page.context().cookies()
    for (const { name, value } of cookies) if (name.endsWith('_token') || name === 'XSRF-TOKEN') secrets.push(value)

    // A new page of the tab continues; a child actor is listed under its parent.
    await page.goto('/subscribe/102')
    await open()
    await expect.poll(actors).toContain('checkout')
    await page.getByLabel('Cardholder name').fill('Ada Lovelace')
    await page.getByLabel('Billing address').fill('12 Byron Street')
    await typeCard(page, testCards.succeeds)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect(page.getByText('Thank you', { exact: false }).first()).toBeVisible()
    await expect.poll(() => values('checkout')).toContain('"thanking"')
    const checkout = messages.findLast(({ name }) => name === 'checkout')?.sessionId
    expect(messages.find(({ name }) => name === 'planChange')?.parentId).toBe(checkout)

    // The inspection ends with the page; the link of the email starts a new one. The page must not send a call between
    // losing its tokens and being left.
    await page.goto('/manifest.webmanifest')
    await page.evaluate(() => {
      document.cookie = 'access_token=; Max-Age=0; Path=/; SameSite=Strict'
      document.cookie = 'refresh_token=; Max-Age=0; Path=/; SameSite=Strict'
      localStorage.clear()
    })
    await page.goto(`${link}&inspect`)
    await open()
    await expect.poll(actors).toContain('passwordReset')
    await page.getByLabel('New Password', { exact: true }).fill('lamp river 24')
    await page.getByLabel('Confirm Password', { exact: true }).fill('lamp river 24')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect.poll(() => values('passwordReset')).toContain('"done"')

    const all = messages.map((message) => JSON.stringify(message))
    expect(all.length).toBeGreaterThan(50)
    for (const secret of secrets) expect(all.filter((text) => text.includes(secret))).toEqual([])
    // The digits alone may also be a part of a time in ms.
    expect(all.filter((text) => /\bpm_|\b4242\b|(4242){2}/.test(text))).toEqual([])
  })

  test('keeps the content security policy and passes axe', async ({ page, server }) => {
    const policy = async (path: string) => {
      const response = await page.goto(path)
      const headers = await response?.allHeaders()
      return [
        headers?.['content-security-policy']?.replace(/nonce-[^']+/g, 'nonce'),
        headers?.['cross-origin-opener-policy'],
      ]
    }
    const plain = await policy('/signin')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open the inspector' })).toHaveCount(0)
    const { open } = await watchInspector(page, server)
    expect(await policy('/signin?inspect')).toEqual(plain)
    expect(plain[1]).toBe('same-origin-allow-popups')
    await open()
    await expectAccessible(page, { include: 'aside[aria-label="Inspection"]' })
  })

  test('is loaded on request only, and ends with ?inspect=off', async ({ page }) => {
    const fetched = recordPaths(page)
    const strip = page.getByRole('button', { name: 'Open the inspector' })
    const chunk = () => fetched.filter((path) => /\/connectInspector-[^/]+\.js$/.test(path)).length
    await page.goto('/signin')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    expect(chunk()).toBe(0)
    await page.goto('/signin?inspect')
    await expect(strip).toBeVisible()
    expect(chunk()).toBe(1)
    await page.goto('/forget/password')
    await expect(strip).toBeVisible()
    await page.goto('/signin?inspect=off')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(strip).toHaveCount(0)
  })
})
