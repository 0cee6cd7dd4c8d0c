/** A guest who opens the link of a channel is led to the plans, and after paying back to that channel only. */
import { type Page } from '@playwright/test'
import { expect, test, type Account } from './fixture.ts'
import { heading, openAs, submitSignIn } from './page.ts'
import { fillCardForm, payButton, payWithPaypal, thankYou } from './paymentSteps.ts'

const channel = '/video/longitude'
const notActive = 'Membership is not active. Please activate a plan.'

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
  await expect(page.getByText('Sign in to watch Longitude')).toBeVisible()
  await submitSignIn(page, 'guest')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText(notActive)).toBeVisible()
  await expect(page.getByText(/^Longitude is live: .+ · Plans from \$6\.50 per week$/)).toBeVisible()
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

test('a payment by PayPal returns to the channel after its dialog', { tag: '@full' }, async ({ page, sandbox }) => {
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
