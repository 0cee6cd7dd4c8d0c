/** A guest who opens the link of a channel is led to the plans, and after paying back to that channel only. */
import { type Page } from '@playwright/test'
import { typeCard, testCards } from './card.ts'
import { expect, loginOf, password, signIn, test, type Account } from './fixture.ts'

const channel = '/video/longitude'
const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ })
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank You', level: 1 })
const notActive = 'Membership is not active. Please activate a plan.'

/** The stored channel. */
const storedChannel = (page: Page) => page.evaluate(() => sessionStorage.getItem('statecast.channel'))

async function submitSignIn(page: Page, account: Account) {
  await page.getByPlaceholder('E-mail / username').fill(loginOf(account))
  await page.getByPlaceholder('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Opens the link of a channel as a guest who is signed in. */
async function openChannelRefused(page: Page, account: Account = 'guest') {
  await signIn(page, account)
  await page.goto(channel)
  await expect(page).toHaveURL('/unauth')
  await expect(page.getByText('Unauthorized / UnSubscribed Person')).toBeVisible()
}

async function choosePlan(page: Page, plan = 'Monthly') {
  await page.getByRole('main').getByRole('link', { name: 'Packages' }).click()
  await expect(page).toHaveURL('/profile/packages')
  await page.getByRole('link', { name: `Subscribe: ${plan}` }).click()
}

async function fillCard(page: Page) {
  await page.getByLabel('Cardholder name').fill('Gus Guest')
  await page.getByLabel('Billing address').fill('1 Main Street')
  await typeCard(page, testCards.succeeds)
  await expect(pay(page)).toBeEnabled()
}

async function payByCard(page: Page) {
  await fillCard(page)
  await pay(page).click()
  await expect(thanks(page)).toBeVisible()
  await page.getByRole('button', { name: 'Go now' }).click()
}

async function payByPaypal(page: Page) {
  await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
  const button = page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'Pay with PayPal' })
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  await popup.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog', { name: 'Congratulations' }).getByRole('button', { name: 'Go now' }).click()
}

const seeChannel = async (page: Page) => {
  await expect(page).toHaveURL(channel)
  await expect(page.getByRole('heading', { name: 'Longitude', level: 1 })).toBeVisible()
}

test('signed out: sign-in, profile with message, plan, Thank You, channel', async ({ page, sandbox }) => {
  await page.goto(channel)
  await expect(page).toHaveURL('/signin')
  await expect(page.getByText('Sign in to watch your channel.')).toBeVisible()
  await submitSignIn(page, 'guest')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText(notActive)).toBeVisible()
  const after = page.getByText('You’ll go straight to Longitude after you pay.')
  await page.getByRole('main').getByRole('link', { name: 'Packages' }).click()
  await expect(after).toBeVisible()
  await page.getByRole('link', { name: 'Subscribe: Monthly' }).click()
  await expect(page).toHaveURL('/subscribe/102')
  await expect(after).toBeVisible()
  await page.clock.install()
  await fillCard(page)
  await pay(page).click()
  await expect(thanks(page)).toBeVisible()
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

test('PayPal leads back to the channel after its dialog', async ({ page, sandbox }) => {
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

test('survives a reload of every page on the way', async ({ page }) => {
  await page.goto(channel)
  await expect(page).toHaveURL('/signin')
  await page.reload()
  await submitSignIn(page, 'guest')
  await expect(page).toHaveURL('/profile')
  for (const step of [
    () => page.getByRole('main').getByRole('link', { name: 'Packages' }).click(),
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
  await fillCard(page)
  await sandbox.faults.set({
    call: 'POST /wp-json/payment/v1/create-subscription',
    fault: 'delay',
    ms: 4_000,
    times: 1,
  })
  const asked = page.waitForRequest(/create-subscription/)
  await pay(page).click()
  await asked
  await page.reload()
  await expect(thanks(page)).toBeVisible()
  await page.getByRole('button', { name: 'Go now' }).click()
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
  await fillCard(page)
  await pay(page).click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByRole('link', { name: 'Live Channels' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Live Channels' }).first().click()
  await expect(page.getByRole('heading', { name: 'Live Channels', level: 1 })).toBeVisible()
  expect(await storedChannel(page)).toBeNull()
})

test('is cleared on logout', async ({ page }) => {
  await openChannelRefused(page)
  expect(await storedChannel(page)).toBe(JSON.stringify(channel))
  await page.getByRole('link', { name: 'Go to Profile' }).click()
  await page.getByRole('button', { name: /account|hello/i }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/signin')
  expect(await storedChannel(page)).toBeNull()
  await submitSignIn(page, 'guest')
  await expect(page).toHaveURL('/profile')
  await page.goto('/subscribe/102')
  await payByCard(page)
  await expect(page).toHaveURL('/')
})

test('without a channel a payment leads to the specified page', async ({ page }) => {
  await signIn(page, 'guest')
  await page.goto('/favourites')
  await expect(page).toHaveURL('/unauth')
  expect(await storedChannel(page)).toBeNull()
  await page.goto('/subscribe/102')
  await expect(pay(page)).toBeVisible()
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
    await signIn(page, 'guest')
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
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
    await expect(page.getByRole('heading', { name: 'Live Channels', level: 1 })).toBeVisible()
    expect(page.url()).toBe(`${server.url}/`)
  })
