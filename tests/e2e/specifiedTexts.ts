/**
 * Every text that the specification quotes (sections 2, 4, 5 and 8), by screen and state. `specifiedTexts.spec.ts` opens
 * each state and asserts that its texts are shown.
 */
import { type Page } from '@playwright/test'
import { testCards, typeCard } from './card.ts'
import { expect, loginOf, type Account } from './fixture.ts'
import { requestResetLink } from './resetMail.ts'
import { stopClockDuringCall } from './clock.ts'
import { type SandboxClient } from './server.ts'

export type SpecifiedState = {
  readonly screen: string
  readonly state: string
  /** The account that is signed in; none if absent. */
  readonly account?: Account
  readonly path: string
  readonly isPhone?: true
  /** A call that the host refuses without a message, so that the specified text is shown. */
  readonly refused?: { readonly url: string; readonly status: number; readonly code: string }
  /** Prepares the page before `path` is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** Leads from the opened page to the state. */
  readonly steps?: (page: Page, sandbox: SandboxClient) => Promise<unknown>
  /** Texts of whole elements, or placeholders. */
  readonly texts: readonly string[]
  /** Texts that are a part of an element. */
  readonly partialTexts?: readonly string[]
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

async function openAccountMenu(page: Page, entry?: string) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /account/i })
    .click()
  if (entry) await page.getByRole('menuitem', { name: entry }).click()
}

async function signInWithForm(page: Page, account: Account) {
  await page.getByPlaceholder('E-mail / username').fill(loginOf(account))
  await page.getByPlaceholder('Password').fill('live-news-24')
  await press(page, 'Login')
}

async function payByCard(page: Page) {
  await page.getByLabel('Cardholder name').fill('Gus Guest')
  await page.getByLabel('Billing address').fill('1 Main Street')
  await typeCard(page, testCards.succeeds)
  await page.getByRole('button', { name: /^Pay/ }).click()
}

async function openPaypal(page: Page): Promise<Page> {
  await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
  const button = page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'Pay with PayPal' })
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  return popup
}

async function approvePaypal(page: Page) {
  await (await openPaypal(page)).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('dialog', { name: 'Congratulations' })).toBeVisible()
}

const showResetForm = async (page: Page, sandbox: SandboxClient) => {
  const { pathname, search } = new URL(await requestResetLink(page, sandbox, 'member'))
  await page.goto(pathname + search)
}

async function setPassword(page: Page, password: string, confirmation = password) {
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(confirmation)
  await press(page, 'Reset Password')
}

/** The success text is replaced after a second, so the page's clock is stopped before the answer. */
async function payNow(page: Page) {
  await page.clock.install()
  await stopClockDuringCall(page, 'POST /wp-json/payment/v1/pay-from-save-card', () =>
    page.getByRole('button', { name: /^Pay Now/ }).click(),
  )
}

/** Removes the ids of the member's subscription at its gateway. */
const withoutGatewayIds = (page: Page) =>
  page.route('**/wp-json/mp/v1/members/*', async (route) => {
    const response = await route.fetch()
    const { latest_txn: _removed, ...record } = (await response.json()) as Record<string, unknown> & {
      recent_subscriptions: Record<string, unknown>[]
    }
    const subscriptions = record.recent_subscriptions.map((row) => ({ ...row, subscr_id: 'mp-sub-1' }))
    await route.fulfill({ response, json: { ...record, recent_subscriptions: subscriptions } })
  })

/** Makes the sign-in screen throw while it renders. */
const breakSignIn = (page: Page) =>
  page.addInitScript(() => {
    window.URLSearchParams = class extends URLSearchParams {
      override get(name: string) {
        if (name === 'forget' || name === 'forgetToggle') throw new Error('broken on purpose')
        return super.get(name)
      }
    }
  })

const slide2 = async (page: Page) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const carousel = page.getByRole('region', { name: 'Channels and devices' })
  await carousel.getByRole('button', { name: 'Next slide' }).dispatchEvent('click')
  await expect(carousel.locator('[aria-label="1 of 2"]')).toHaveAttribute('inert')
}

export const specifiedStates: readonly SpecifiedState[] = [
  {
    screen: 'Sign-in',
    state: 'first slide',
    path: '/signin',
    prepare: (page) => page.emulateMedia({ reducedMotion: 'reduce' }),
    texts: [
      ...['E-mail / username', 'Remember me', 'Forget Password', 'Login', 'Create', 'No ADS', 'HD STREAM'],
      'Crystal-clear HD stream with zero buffering for a seamless view One',
      'Pick your favorite US news channel Start watching right from your device',
    ],
    partialTexts: ["Don't have an account?"],
  },
  {
    screen: 'Sign-in',
    state: 'second slide',
    path: '/signin',
    prepare: (page) => page.emulateMedia({ reducedMotion: 'reduce' }),
    steps: slide2,
    texts: ['CNN', 'MSNBC', 'Fox News', 'CBS NEWS', 'Stay up to date with developing stories', 'Play Channel'],
    partialTexts: ['18.2k', '9.7k', '55.6k'],
  },
  {
    screen: 'Sign-in',
    state: 'invalid',
    path: '/signin',
    steps: (page) => press(page, 'Login'),
    texts: ['E-mail field is required', 'Password field is required'],
  },
  {
    screen: 'Sign-in',
    state: 'refused',
    path: '/signin',
    refused: { url: '**/custom-plugin/user-login', status: 500, code: 'incorrect_password' },
    steps: (page) => signInWithForm(page, 'member'),
    texts: ['Login failed'],
  },
  {
    screen: 'Sign-in',
    state: 'signed in without a membership',
    path: '/signin',
    steps: (page) => signInWithForm(page, 'guest'),
    texts: ['Membership is not active. Please activate a plan.'],
  },
  {
    screen: 'Sign-in',
    state: 'broken',
    path: '/signin',
    prepare: breakSignIn,
    texts: ['Unexpected Application Error!'],
  },
  {
    screen: 'Forgot password',
    state: 'invalid',
    path: '/forget/password',
    steps: (page) => press(page, 'Send Reset Instructions'),
    texts: ['Send Reset Instructions', 'E-mail field is required'],
  },
  {
    screen: 'Forgot password',
    state: 'white space only',
    path: '/forget/password',
    steps: async (page) => {
      await page.getByPlaceholder('E-mail / username').fill('   ')
      await press(page, 'Send Reset Instructions')
    },
    texts: ['Email address field is empty'],
  },
  {
    screen: 'Forgot password',
    state: 'refused',
    path: '/forget/password',
    refused: { url: '**/user_forget', status: 500, code: 'invalid_email' },
    steps: async (page) => {
      await page.getByPlaceholder('E-mail / username').fill('member')
      await press(page, 'Send Reset Instructions')
    },
    texts: ['Error occurred while sending reset instructions'],
  },
  {
    screen: 'Password reset',
    state: 'link without key',
    path: '/reset-password',
    texts: ['Invalid reset link. Please request a new password reset.', 'Back to Sign In'],
  },
  {
    screen: 'Password reset',
    state: 'link expired',
    path: '/reset-password?key=abcdefghij0123456789&login=member',
    refused: { url: '**/user_forget/', status: 500, code: 'expired_key' },
    texts: [
      'Reset Link Expired',
      'This reset link has expired or the password reset limit has been reached. Please request a new password reset.',
      'Back to Forget Password Page',
    ],
  },
  {
    screen: 'Password reset',
    state: 'empty form',
    path: '/signin',
    steps: async (page, sandbox) => {
      await showResetForm(page, sandbox)
      await press(page, 'Reset Password')
    },
    texts: ['Reset Your Password', 'Reset Password', 'Both new password and confirm password are required'],
    partialTexts: ['New Password', 'Confirm Password'],
  },
  {
    screen: 'Password reset',
    state: 'different passwords',
    path: '/signin',
    steps: async (page, sandbox) => {
      await showResetForm(page, sandbox)
      await setPassword(page, 'another-password-24', 'another-password-25')
    },
    texts: ['Passwords do not match'],
  },
  {
    screen: 'Password reset',
    state: 'refused',
    path: '/signin',
    steps: async (page, sandbox) => {
      await showResetForm(page, sandbox)
      await page.getByLabel('New Password', { exact: true }).waitFor()
      await page.route('**/user_forget/', (route) =>
        route.fulfill({ status: 400, json: { code: 'password_too_short', message: '', data: { status: 400 } } }),
      )
      await setPassword(page, 'another-password-24')
    },
    texts: ['An error occurred'],
  },
  {
    screen: 'Password reset',
    state: 'done',
    path: '/signin',
    steps: async (page, sandbox) => {
      await showResetForm(page, sandbox)
      await setPassword(page, 'another-password-24')
    },
    texts: ['Password Reset', 'Password reset successful!', 'Go to Sign In', 'Go to website'],
  },
  {
    screen: 'Unauthorized',
    state: 'open',
    path: '/unauth',
    texts: ['Unauthorized / UnSubscribed Person', 'Go to Profile'],
  },
  {
    screen: 'Not Found',
    state: 'guest',
    account: 'guest',
    path: '/no/such/page',
    texts: ['404', 'Not Found', 'go to Profile'],
  },
  { screen: 'Not Found', state: 'member', account: 'member', path: '/no/such/page', texts: ['go to Back'] },
  {
    screen: 'Top bar',
    state: 'account menu',
    account: 'member',
    path: '/profile',
    steps: (page) => openAccountMenu(page),
    texts: ['Hello, Mara Ellison', 'Request a Channel', 'Rate Us', 'Download Apps', 'Profile', 'Logout'],
  },
  {
    screen: 'Logout',
    state: 'confirming',
    account: 'member',
    path: '/profile',
    steps: (page) => openAccountMenu(page, 'Logout'),
    texts: ['Are you sure you want to logout', 'Cancel', 'Logout'],
  },
  {
    screen: 'Download Apps',
    state: 'copied',
    account: 'member',
    path: '/profile',
    steps: async (page) => {
      await page.context().grantPermissions(['clipboard-write'])
      await openAccountMenu(page, 'Download Apps')
      await page.getByRole('listitem').filter({ hasText: 'Roku' }).getByRole('button').click()
    },
    texts: ['Roku', 'Amazon FireTV', 'Android', 'Microsoft Windows', 'Copied!'],
  },
  {
    screen: 'Request a Channel',
    state: 'invalid',
    account: 'member',
    path: '/profile',
    steps: async (page) => {
      await openAccountMenu(page, 'Request a Channel')
      const form = page.getByRole('form', { name: 'Submit Request' })
      await form.getByLabel('Email').fill('')
      await form.getByRole('button', { name: 'Submit' }).click()
    },
    texts: [
      'Submit Request',
      "If you couldn't find what you were looking for, simply fill out the form below.",
      'Email field is required',
      'Channel Name field is required',
      ...['720p (Normal)', '1080p (Good)', '2560p (Better)'],
    ],
  },
  {
    screen: 'Request a Channel',
    state: 'refused',
    account: 'member',
    path: '/support',
    refused: { url: '**/channel/v2/channel_request', status: 409, code: 'channel_requested_already' },
    steps: async (page) => {
      const form = page.getByRole('form', { name: 'Submit Request' })
      await form.getByLabel('Channel Name').fill('Harbor Two')
      await form.getByRole('button', { name: 'Submit' }).click()
    },
    texts: ['failed to load Api'],
  },
  {
    screen: 'Request a Channel',
    state: 'sent',
    account: 'member',
    path: '/support',
    steps: async (page) => {
      await page.clock.install()
      const form = page.getByRole('form', { name: 'Submit Request' })
      await form.getByLabel('Channel Name').fill('Harbor Two')
      await stopClockDuringCall(page, 'POST /wp-json/channel/v2/channel_request', () =>
        form.getByRole('button', { name: 'Submit' }).click(),
      )
    },
    texts: ['Your request has been submitted successfully. We will notify you once your channel is approved.'],
  },
  {
    screen: 'Subscribe',
    state: 'invalid card form',
    account: 'guest',
    path: '/subscribe/102',
    steps: async (page) => {
      await page.frameLocator('iframe[title="Secure card payment input frame"]').getByLabel('Card number').fill('4242')
      await page.getByRole('button', { name: /^Pay/ }).click()
      await page.getByRole('combobox', { name: 'Country' }).fill('zzz')
    },
    texts: [
      ...['Debit /Credit Card', 'PayPal Payment Method', 'Order Summary', 'Valid until', 'No options found'],
      ...['Cardholder name is required', 'Card details are required'],
    ],
  },
  {
    screen: 'Subscribe',
    state: 'card refused by the provider',
    account: 'guest',
    path: '/subscribe/102',
    prepare: (page) =>
      page.route('**/sandbox/stripe/v1/payment_methods', (route) =>
        route.fulfill({ status: 402, json: { error: { type: 'card_error' } } }),
      ),
    steps: payByCard,
    texts: ['An error occurred while processing your payment. Please try again.'],
  },
  {
    screen: 'Subscribe',
    state: 'payment refused by the host',
    account: 'guest',
    path: '/subscribe/102',
    refused: { url: '**/payment/v1/create-subscription', status: 402, code: 'card_declined' },
    steps: payByCard,
    texts: ['An error occurred while processing your payment or balance is low. Please try again.'],
  },
  {
    screen: 'Subscribe',
    state: 'plan not loaded',
    account: 'guest',
    path: '/subscribe/102',
    refused: { url: '**/mp/v1/memberships/102', status: 429, code: 'too_many_requests' },
    texts: [],
    partialTexts: ['Something went wrong while fetching memberpress data'],
  },
  {
    screen: 'Subscribe',
    state: 'PayPal refused',
    account: 'guest',
    path: '/subscribe/102',
    refused: { url: '**/payment/v1/create-paypal-product', status: 422, code: 'paypal_error' },
    steps: openPaypal,
    texts: [],
    partialTexts: ['Something went wrong in creating new subscription'],
  },
  {
    screen: 'Subscribe',
    state: 'PayPal canceled',
    account: 'guest',
    path: '/subscribe/102',
    steps: async (page) => (await openPaypal(page)).getByRole('button', { name: 'Cancel' }).click(),
    texts: [],
    partialTexts: ['Subscription has been cancelled'],
  },
  {
    screen: 'Subscribe',
    state: 'PayPal approved',
    account: 'guest',
    path: '/subscribe/102',
    steps: approvePaypal,
    texts: ['Congratulations'],
  },
  {
    screen: 'Thank You',
    state: 'card paid',
    account: 'guest',
    path: '/subscribe/102',
    steps: payByCard,
    texts: ['Thank You'],
  },
  {
    screen: 'Payment success',
    state: 'PayPal paid',
    account: 'guest',
    path: '/subscribe/102',
    steps: async (page) => {
      await approvePaypal(page)
      await page.goto('/subscribe/success/')
    },
    texts: [
      'Payment Successful',
      'Your payment has been successfully processed. You can now access all the premium content.',
      'Go to Profile',
    ],
  },
  {
    screen: 'Upgrade',
    state: 'desktop',
    account: 'member',
    path: '/upgrade/104?type=upgrade',
    texts: ['Add a new payment method', 'Update Billing Info', 'Upgrade Plan - Your subscription is set to the Yearly'],
    partialTexts: ['Pay Now'],
  },
  {
    screen: 'Upgrade',
    state: 'new payment method',
    account: 'member',
    path: '/upgrade/104?type=upgrade',
    steps: (page) => page.getByRole('button', { name: 'Add a new payment method' }).click(),
    texts: ['Debit /Credit Card', 'PayPal Payment Method', 'Order Summary', 'Valid until'],
  },
  {
    screen: 'Upgrade',
    state: 'phone, upgrade',
    account: 'member',
    path: '/upgrade/104?type=upgrade',
    isPhone: true,
    texts: ['Upgrade'],
  },
  {
    screen: 'Upgrade',
    state: 'phone, downgrade',
    account: 'member',
    path: '/upgrade/101?type=downgrade',
    isPhone: true,
    texts: ['Downgrade'],
  },
  {
    screen: 'Upgrade',
    state: 'phone, other type',
    account: 'member',
    path: '/upgrade/103',
    isPhone: true,
    texts: ['Choose Plan'],
    partialTexts: ['Buy Plan'],
  },
  {
    screen: 'Upgrade',
    state: 'upgraded',
    account: 'member',
    path: '/upgrade/104?type=upgrade',
    steps: payNow,
    texts: ['Membership Upgraded Successfully!'],
  },
  {
    screen: 'Upgrade',
    state: 'downgraded',
    account: 'member',
    path: '/upgrade/101?type=downgrade',
    steps: payNow,
    texts: ['Membership Downgraded Successfully!'],
  },
  {
    screen: 'Upgrade',
    state: 'card cancellation refused',
    account: 'member',
    path: '/upgrade/104?type=upgrade',
    refused: { url: '**/payment/v1/cancel-subscription', status: 429, code: 'too_many_requests' },
    steps: (page) => page.getByRole('button', { name: /^Pay Now/ }).click(),
    texts: [],
    partialTexts: ['Something went wrong in cancelling previous subscription in stripe'],
  },
  {
    screen: 'Upgrade',
    state: 'PayPal cancellation refused',
    account: 'paypal-member',
    path: '/upgrade/104?type=upgrade',
    refused: { url: '**/payment/v1/cancel-paypal-subscription', status: 429, code: 'too_many_requests' },
    steps: payByCard,
    texts: [],
    partialTexts: ['Something went wrong in cancelling previous subscription in paypal'],
  },
  {
    screen: 'Upgrade',
    state: 'subscription without ids of its gateway',
    account: 'member',
    path: '/upgrade/104?type=upgrade',
    prepare: withoutGatewayIds,
    steps: (page) => page.getByRole('button', { name: /^Pay Now/ }).click(),
    texts: ['Something went wrong in cancelling previous subscription'],
  },
  {
    screen: 'Upgrade',
    state: 'saved cards not loaded',
    account: 'member',
    path: '/upgrade/104?type=upgrade',
    refused: { url: '**/payment/v1/user-stripe-all-cards', status: 429, code: 'too_many_requests' },
    texts: [],
    partialTexts: ['Api is not loading because user id missing or network issue'],
  },
  {
    screen: 'Edit profile',
    state: 'refused',
    account: 'member',
    path: '/profile/edit',
    prepare: (page) =>
      page.route('**/wp-json/custom-plugin/me', (route) =>
        route.fulfill({ status: 429, json: { code: 'too_many_requests', message: '', data: { status: 429 } } }),
      ),
    steps: async (page) => {
      await page.getByLabel('First name').fill('Marlene')
      await page.getByRole('button', { name: /^Save/ }).click()
    },
    texts: ['Something went wrong'],
  },
]
