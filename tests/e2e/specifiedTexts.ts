/**
 * Every text that the specification quotes (sections 2, 4, 5 and 8), by screen and state. `specifiedTexts.spec.ts` opens
 * each state and asserts that its texts are shown.
 */
import { type Page } from '@playwright/test'
import { expect, unknownPath, type Account } from './fixture.ts'
import { accountMenu, loginField, openMenuEntry, submitSignIn } from './page.ts'
import { fillCardForm, openPaypalWindow, payButton, payWithPaypal } from './paymentSteps.ts'
import { requestResetLink } from './resetMail.ts'
import { stopClockDuringCall } from './clock.ts'
import { type SandboxClient } from './server.ts'

type SpecifiedState = {
  /** The account that is signed in; none if absent. */
  readonly account?: Account
  readonly path?: string
  readonly isPhone?: true
  /** A call that the host refuses without a message, so that the specified text is shown. */
  readonly refused?: { readonly url: string; readonly status: number; readonly code: string }
  /** Prepares the page before `path` is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** The steps from the opened page to the state. */
  readonly steps?: (page: Page, sandbox: SandboxClient) => Promise<unknown>
  /** Texts of whole elements, or placeholders. */
  readonly texts?: readonly string[]
  /** Texts that are a part of an element. */
  readonly partialTexts?: readonly string[]
}

/** The states of a screen. Account and path are those of the screen unless a state has its own. */
type SpecifiedScreen = {
  readonly account?: Account
  readonly path: string
  readonly states: Readonly<Record<string, SpecifiedState>>
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

async function payByCard(page: Page) {
  await fillCardForm(page)
  await payButton(page).click()
}

async function openPaypal(page: Page): Promise<Page> {
  await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
  return openPaypalWindow(page)
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

/** The success text is replaced after a second, so the page's clock is stopped before the response. */
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
export const breakSignIn = (page: Page) =>
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

const screens: Readonly<Record<string, SpecifiedScreen>> = {
  'Sign-in': {
    path: '/signin',
    states: {
      'first slide': {
        prepare: (page) => page.emulateMedia({ reducedMotion: 'reduce' }),
        texts: [
          ...['E-mail / username', 'Remember me', 'Forget Password', 'Login', 'Create', 'No ADS', 'HD STREAM'],
          'Crystal-clear HD stream with zero buffering for a seamless view One',
          'Pick your favorite US news channel Start watching right from your device',
        ],
        partialTexts: ["Don't have an account?"],
      },
      'second slide': {
        prepare: (page) => page.emulateMedia({ reducedMotion: 'reduce' }),
        steps: slide2,
        texts: ['CNN', 'MSNBC', 'Fox News', 'CBS NEWS', 'Stay up to date with developing stories', 'Play Channel'],
        partialTexts: ['18.2k', '9.7k', '55.6k'],
      },
      invalid: {
        steps: (page) => press(page, 'Login'),
        texts: ['E-mail field is required', 'Password field is required'],
      },
      refused: {
        refused: { url: '**/custom-plugin/user-login', status: 500, code: 'incorrect_password' },
        steps: (page) => submitSignIn(page, 'member'),
        texts: ['Login failed'],
      },
      'signed in without a membership': {
        steps: (page) => submitSignIn(page, 'guest'),
        texts: ['Membership is not active. Please activate a plan.'],
      },
      broken: {
        prepare: breakSignIn,
        texts: ['Unexpected Application Error!'],
      },
    },
  },
  'Forgot password': {
    path: '/forget/password',
    states: {
      invalid: {
        steps: (page) => press(page, 'Send Reset Instructions'),
        texts: ['Send Reset Instructions', 'E-mail field is required'],
      },
      'white space only': {
        steps: async (page) => {
          await loginField(page).fill('   ')
          await press(page, 'Send Reset Instructions')
        },
        texts: ['Email address field is empty'],
      },
      refused: {
        refused: { url: '**/user_forget', status: 500, code: 'invalid_email' },
        steps: async (page) => {
          await loginField(page).fill('member')
          await press(page, 'Send Reset Instructions')
        },
        texts: ['Error occurred while sending reset instructions'],
      },
    },
  },
  'Password reset': {
    path: '/signin',
    states: {
      'link without key': {
        path: '/reset-password',
        texts: ['Invalid reset link. Please request a new password reset.', 'Back to Sign In'],
      },
      'link expired': {
        path: '/reset-password?key=abcdefghij0123456789&login=member',
        refused: { url: '**/user_forget/', status: 500, code: 'expired_key' },
        texts: [
          'Reset Link Expired',
          'This reset link has expired or the password reset limit has been reached. Please request a new password reset.',
          'Back to Forget Password Page',
        ],
      },
      'empty form': {
        steps: async (page, sandbox) => {
          await showResetForm(page, sandbox)
          await press(page, 'Reset Password')
        },
        texts: ['Reset Your Password', 'Reset Password', 'Both new password and confirm password are required'],
        partialTexts: ['New Password', 'Confirm Password'],
      },
      'different passwords': {
        steps: async (page, sandbox) => {
          await showResetForm(page, sandbox)
          await setPassword(page, 'another-password-24', 'another-password-25')
        },
        texts: ['Passwords do not match'],
      },
      refused: {
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
      done: {
        steps: async (page, sandbox) => {
          await showResetForm(page, sandbox)
          await setPassword(page, 'another-password-24')
        },
        texts: ['Password Reset', 'Password reset successful!', 'Go to Sign In', 'Go to website'],
      },
    },
  },
  Unauthorized: {
    path: '/unauth',
    states: {
      open: {
        texts: ['Unauthorized / UnSubscribed Person', 'Go to Profile'],
      },
    },
  },
  'Not Found': {
    account: 'guest',
    path: unknownPath,
    states: {
      guest: {
        texts: ['404', 'Not Found', 'go to Profile'],
      },
      member: {
        account: 'member',
        texts: ['go to Back'],
      },
    },
  },
  'Top bar': {
    account: 'member',
    path: '/profile',
    states: {
      'account menu': {
        steps: (page) => accountMenu(page).click(),
        texts: ['Hello, Mara Ellison', 'Request a Channel', 'Rate Us', 'Download Apps', 'Profile', 'Logout'],
      },
    },
  },
  Logout: {
    account: 'member',
    path: '/profile',
    states: {
      confirming: {
        steps: (page) => openMenuEntry(page, 'Logout'),
        texts: ['Are you sure you want to logout', 'Cancel', 'Logout'],
      },
    },
  },
  'Download Apps': {
    account: 'member',
    path: '/profile',
    states: {
      copied: {
        steps: async (page) => {
          await page.context().grantPermissions(['clipboard-write'])
          await openMenuEntry(page, 'Download Apps')
          await page.getByRole('listitem').filter({ hasText: 'Roku' }).getByRole('button').click()
        },
        texts: ['Roku', 'Amazon FireTV', 'Android', 'Microsoft Windows', 'Copied!'],
      },
    },
  },
  'Request a Channel': {
    account: 'member',
    path: '/support',
    states: {
      invalid: {
        path: '/profile',
        steps: async (page) => {
          await openMenuEntry(page, 'Request a Channel')
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
      refused: {
        refused: { url: '**/channel/v2/channel_request', status: 409, code: 'channel_requested_already' },
        steps: async (page) => {
          const form = page.getByRole('form', { name: 'Submit Request' })
          await form.getByLabel('Channel Name').fill('Harbor Two')
          await form.getByRole('button', { name: 'Submit' }).click()
        },
        texts: ['failed to load Api'],
      },
      sent: {
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
    },
  },
  Subscribe: {
    account: 'guest',
    path: '/subscribe/102',
    states: {
      'invalid card form': {
        steps: async (page) => {
          await page
            .frameLocator('iframe[title="Secure card payment input frame"]')
            .getByLabel('Card number')
            .fill('4242')
          await page.getByRole('button', { name: /^Pay/ }).click()
          await page.getByRole('combobox', { name: 'Country' }).fill('zzz')
        },
        texts: [
          ...['Debit /Credit Card', 'PayPal Payment Method', 'Order Summary', 'Valid until', 'No options found'],
          ...['Cardholder name is required', 'Card details are required'],
        ],
      },
      'card refused by the provider': {
        prepare: (page) =>
          page.route('**/sandbox/stripe/v1/payment_methods', (route) =>
            route.fulfill({ status: 402, json: { error: { type: 'card_error' } } }),
          ),
        steps: payByCard,
        texts: ['An error occurred while processing your payment. Please try again.'],
      },
      'payment refused by the host': {
        refused: { url: '**/payment/v1/create-subscription', status: 402, code: 'card_declined' },
        steps: payByCard,
        texts: ['An error occurred while processing your payment or balance is low. Please try again.'],
      },
      'plan not loaded': {
        refused: { url: '**/mp/v1/memberships/102', status: 429, code: 'too_many_requests' },
        partialTexts: ['Something went wrong while fetching memberpress data'],
      },
      'PayPal refused': {
        refused: { url: '**/payment/v1/create-paypal-product', status: 422, code: 'paypal_error' },
        steps: openPaypal,
        partialTexts: ['Something went wrong in creating new subscription'],
      },
      'PayPal canceled': {
        steps: async (page) => (await openPaypal(page)).getByRole('button', { name: 'Cancel' }).click(),
        partialTexts: ['Subscription has been cancelled'],
      },
      'PayPal approved': {
        steps: payWithPaypal,
        texts: ['Congratulations'],
      },
    },
  },
  'Thank You': {
    account: 'guest',
    path: '/subscribe/102',
    states: {
      'card paid': {
        steps: payByCard,
        texts: ['Thank You'],
      },
    },
  },
  'Payment success': {
    account: 'guest',
    path: '/subscribe/102',
    states: {
      'PayPal paid': {
        steps: async (page) => {
          await payWithPaypal(page)
          await page.goto('/subscribe/success/')
        },
        texts: [
          'Payment Successful',
          'Your payment has been successfully processed. You can now access all the premium content.',
          'Go to Profile',
        ],
      },
    },
  },
  Upgrade: {
    account: 'member',
    path: '/upgrade/104?type=upgrade',
    states: {
      desktop: {
        texts: [
          'Add a new payment method',
          'Update Billing Info',
          'Upgrade Plan - Your subscription is set to the Yearly',
        ],
        partialTexts: ['Pay Now'],
      },
      'new payment method': {
        steps: (page) => page.getByRole('button', { name: 'Add a new payment method' }).click(),
        texts: ['Debit /Credit Card', 'PayPal Payment Method', 'Order Summary', 'Valid until'],
      },
      'phone, upgrade': {
        isPhone: true,
        texts: ['Upgrade'],
      },
      'phone, downgrade': {
        path: '/upgrade/101?type=downgrade',
        isPhone: true,
        texts: ['Downgrade'],
      },
      'phone, other type': {
        path: '/upgrade/103',
        isPhone: true,
        texts: ['Choose Plan'],
        partialTexts: ['Buy Plan'],
      },
      upgraded: {
        steps: payNow,
        texts: ['Membership Upgraded Successfully!'],
      },
      downgraded: {
        path: '/upgrade/101?type=downgrade',
        steps: payNow,
        texts: ['Membership Downgraded Successfully!'],
      },
      'card cancellation refused': {
        refused: { url: '**/payment/v1/cancel-subscription', status: 429, code: 'too_many_requests' },
        steps: (page) => page.getByRole('button', { name: /^Pay Now/ }).click(),
        partialTexts: ['Something went wrong in cancelling previous subscription in stripe'],
      },
      'PayPal cancellation refused': {
        account: 'paypal-member',
        refused: { url: '**/payment/v1/cancel-paypal-subscription', status: 429, code: 'too_many_requests' },
        steps: payByCard,
        partialTexts: ['Something went wrong in cancelling previous subscription in paypal'],
      },
      'subscription without ids of its gateway': {
        prepare: withoutGatewayIds,
        steps: (page) => page.getByRole('button', { name: /^Pay Now/ }).click(),
        texts: ['Something went wrong in cancelling previous subscription'],
      },
      'saved cards not loaded': {
        refused: { url: '**/payment/v1/user-stripe-all-cards', status: 429, code: 'too_many_requests' },
        partialTexts: ['Api is not loading because user id missing or network issue'],
      },
    },
  },
  'Edit profile': {
    account: 'member',
    path: '/profile/edit',
    states: {
      refused: {
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
    },
  },
}

export const specifiedStates = Object.entries(screens).flatMap(([screen, { states, ...shared }]) =>
  Object.entries(states).map(([state, row]) => ({ screen, state, ...shared, ...row })),
)
