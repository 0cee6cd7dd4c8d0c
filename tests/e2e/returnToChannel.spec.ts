/** A guest who opens the link of a channel is led to the plans, and after paying back to that channel only. */
import { type Page } from '@playwright/test'
import { expect, test, type Account } from './fixture.ts'
import { heading, logOut, openAs, submitSignIn } from './page.ts'
import { fillCardForm, payButton, payWithPaypal, thankYou } from './paymentSteps.ts'

const channel = '/video/longitude'
const notActive = 'Membership is not active. Please activate a plan.'

/** The stored channel. */
const storedChannel = (page: Page) => page.evaluate(() => sessionStorage.getItem('statecast.channel'))

/** Opens the link of a channel as a guest who is signed in. */
async function openChannelRefused(page: Page, account: Account = 'guest') {
  await openAs(page, account, channel)
  await expect(page).toHaveURL('/unauth')
  await expect(page.getByText('Unauthorized / UnSubscribed Person')).toBeVisible()
}

async function choosePlan(page: Page, plan = 'Monthly') {
  await page.getByRole('main').getByRole('link', { name: 'Plans' }).click()
  await expect(page).toHaveURL('/profile/packages')
  await page.getByRole('link', { name: `Subscribe: ${plan}` }).click()
}

async function payByCard(page: Page) {
  await fillCardForm(page)
  await payButton(page).click()
  await expect(thankYou(page)).toBeVisible()
  await page.getByRole('button', { name: 'Continue now' }).click()
}

async function payByPaypal(page: Page) {
  await payWithPaypal(page)
  await page.getByRole('dialog', { name: 'Congratulations' }).getByRole('button', { name: 'Continue now' }).click()
}

const seeChannel = async (page: Page) => {
  await expect(page).toHaveURL(channel)
  await expect(heading(page, 'Longitude')).toBeVisible()
}

test('signed out: sign-in, profile with message, plan, Thank You, channel', async ({ page, sandbox }) => {
  await page.goto(channel)
  await expect(page).toHaveURL('/signin')
  await expect(page.getByText('Sign in to watch your channel.')).toBeVisible()
  await submitSignIn(page, 'guest')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText(notActive)).toBeVisible()
  const after = page.getByText('You’ll go straight to Longitude after you pay.')
  await page.getByRole('main').getByRole('link', { name: 'Plans' }).click()
  await expect(after).toBeVisible()
  await page.getByRole('link', { name: 'Subscribe: Monthly' }).click()
  await expect(page).toHaveURL('/subscribe/102')
  await expect(after).toBeVisible()
  await page.clock.install()
  await fillCardForm(page)
  await payButton(page).click()
  await expect(thankYou(page)).toBeVisible()
  await expect(page.getByText('Taking you to Longitude in 5 seconds.')).toBeVisible()
  await page.clock.runFor(6_000)
  await seeChannel(page)
  expect((await sandbox.ledger()).map(({ kind, plan_id }) => [kind, plan_id])).toEqual([['charge', 102]])
})

test('signed in as a guest: /unauth, profile, plan, Thank You, channel', async ({ page }) => {
  await openChannelRefused(page)
  await page.getByRole('link', { name: 'Go to Profile' }).click()
  await choosePlan(page)
  await payByCard(page)
  await seeChannel(page)
})

test('a payment by PayPal returns to the channel after its dialog', async ({ page, sandbox }) => {
  // The name of the channel is shown only if it is loaded.
  await sandbox.faults.set({ call: 'GET /wp-json/channel/v2/channels', fault: 'cut-before' })
  await openChannelRefused(page)
  await page.getByRole('link', { name: 'Go to Profile' }).click()
  await choosePlan(page)
  await expect(page.getByText('You’ll go straight to your channel after you pay.')).toBeVisible()
  await payByPaypal(page)
  await seeChannel(page)
  expect((await sandbox.ledger()).map(({ kind }) => kind)).toEqual(['capture'])
})

test('a user whose plan has ended returns to the channel too', async ({ page }) => {
  await openChannelRefused(page, 'lapsed')
  await page.goto('/subscribe/101')
  await payByCard(page)
  await seeChannel(page)
})

test('survives a reload of every page in between', async ({ page }) => {
  await page.goto(channel)
  await expect(page).toHaveURL('/signin')
  await page.reload()
  await submitSignIn(page, 'guest')
  await expect(page).toHaveURL('/profile')
  for (const step of [
    () => page.getByRole('main').getByRole('link', { name: 'Plans' }).click(),
    () => page.getByRole('link', { name: 'Subscribe: Monthly' }).click(),
  ]) {
    await page.reload()
    await step()
  }
  await page.reload()
  await payByCard(page)
  await seeChannel(page)
})

test('survives a reload during the payment', async ({ page, sandbox }) => {
  await openChannelRefused(page)
  await page.goto('/subscribe/102')
  await fillCardForm(page)
  await sandbox.faults.set({
    call: 'POST /wp-json/payment/v1/create-subscription',
    fault: 'delay',
    ms: 4_000,
    times: 1,
  })
  const requested = page.waitForRequest(/create-subscription/)
  await payButton(page).click()
  await requested
  await page.reload()
  await expect(thankYou(page)).toBeVisible()
  await page.getByRole('button', { name: 'Continue now' }).click()
  await seeChannel(page)
  expect(await sandbox.ledger()).toHaveLength(1)
})

test('is cleared after use', async ({ page }) => {
  await openChannelRefused(page)
  await page.goto('/subscribe/102')
  await payByCard(page)
  await seeChannel(page)
  expect(await storedChannel(page)).toBeNull()
  await page.goto('/subscribe/103')
  await payByCard(page)
  await expect(page).toHaveURL('/')
})

test('is cleared when the user goes elsewhere after paying', async ({ page }) => {
  await openChannelRefused(page)
  await page.goto('/subscribe/102')
  await fillCardForm(page)
  await payButton(page).click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByRole('link', { name: 'Live Channels' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Live Channels' }).first().click()
  await expect(heading(page, 'Live Channels')).toBeVisible()
  expect(await storedChannel(page)).toBeNull()
})

test('is cleared on logout', async ({ page }) => {
  await openChannelRefused(page)
  expect(await storedChannel(page)).toBe(JSON.stringify(channel))
  await page.getByRole('link', { name: 'Go to Profile' }).click()
  await logOut(page)
  await expect(page).toHaveURL('/signin')
  expect(await storedChannel(page)).toBeNull()
  await submitSignIn(page, 'guest')
  await expect(page).toHaveURL('/profile')
  await page.goto('/subscribe/102')
  await payByCard(page)
  await expect(page).toHaveURL('/')
})

test('without a channel a payment leads to the specified page', async ({ page }) => {
  await openAs(page, 'guest', '/favourites')
  await expect(page).toHaveURL('/unauth')
  expect(await storedChannel(page)).toBeNull()
  await page.goto('/subscribe/102')
  await expect(payButton(page)).toBeVisible()
  await expect(page.getByText('After paying')).toHaveCount(0)
  await payByCard(page)
  await expect(page).toHaveURL('/')
})

for (const target of [
  'https://evil.example/video/longitude',
  '//evil.example/video/longitude',
  '/\\evil.example/video/longitude',
  '/video/../..//evil.example',
  'javascript:alert(1)//video/longitude',
  '/profile/payment-cards',
])
  test(`ignores a stored target that is no channel (${target})`, async ({ page, server }) => {
    await openAs(page, 'guest', '/profile')
    await expect(heading(page, 'Profile')).toBeVisible()
    // In the history state and in the storage.
    await page.evaluate((from) => {
      const state = { usr: { from }, key: 'seeded', idx: (history.state as { idx: number }).idx + 1 }
      history.pushState(state, '', '/unauth')
      dispatchEvent(new PopStateEvent('popstate', { state }))
    }, target)
    await expect(page.getByText('Unauthorized / UnSubscribed Person')).toBeVisible()
    expect(await storedChannel(page)).toBeNull()
    await page.evaluate((from) => sessionStorage.setItem('statecast.channel', JSON.stringify(from)), target)
    await page.goto('/subscribe/102')
    await payByCard(page)
    await expect(heading(page, 'Live Channels')).toBeVisible()
    expect(page.url()).toBe(`${server.url}/`)
  })
