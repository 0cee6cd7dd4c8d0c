/**
 * Every text that the specification quotes (sections 2, 4, 5 and 8), by screen and state. Those of PayPal's window are in
 * `tests/e2e/paypal.spec.ts`.
 */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { installCardProvider } from './fakeCardProvider.ts'
import { field, fill, modify, openMenuEntry, press, textOf, useApp, type Account, type Call } from './useApp.tsx'

const app = useApp()

type SpecifiedState = {
  /** What the texts show, see docs/requirements.md. */
  readonly requirement: string | readonly string[]
  /** The account that is signed in; none if absent. */
  readonly account?: Account | undefined
  readonly path?: string
  readonly isPhone?: true
  /** A call that the host refuses without a message, so that the specified text is shown. */
  readonly refused?: readonly [call: Call, status: number, code: string]
  /** Prepares the page before `path` is opened. */
  readonly prepare?: () => void
  /** The steps from the opened page to the state. */
  readonly steps?: () => Promise<unknown>
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

async function signIn(login: Account) {
  await fill('E-mail or username', `${login}@statecast.test`)
  await fill('Password', 'live-news-24')
  await press('Login')
}

async function sendReset(login: string) {
  await fill('E-mail or username', login)
  await press('Send Reset Instructions')
}

/** Opens the reset link of a new email. */
async function showResetForm() {
  await app.openResetLink('member')
  await field('New Password')
}

async function setPassword(password: string, confirmation = password) {
  await fill('New Password', password)
  await fill('Confirm Password', confirmation)
  await press('Reset Password')
}

async function payByCard() {
  await fill('Cardholder name', 'Gus Guest')
  await fill('Billing address', '1 Main Street')
  const pay = await screen.findByRole<HTMLButtonElement>('button', { name: /^(Pay|Start free trial)/ })
  await waitFor(() => expect(pay.disabled).toBe(false))
  fireEvent.click(pay)
}

async function requestChannel() {
  await fill('Channel Name', 'Harbor Two')
  await press('Submit')
}

const withoutGatewayIds = () =>
  app.respond(
    'GET /wp-json/mp/v1/members/{id}',
    modify(
      ({
        latest_txn: _removed,
        ...record
      }: Record<string, unknown> & { recent_subscriptions: Record<string, unknown>[] }) => ({
        ...record,
        recent_subscriptions: record.recent_subscriptions.map((row) => ({ ...row, subscr_id: 'mp-sub-1' })),
      }),
    ),
  )

/** Makes the sign-in screen throw while it renders. */
const breakSignIn = () => {
  app.allowError(/broken on purpose/)
  const { get } = URLSearchParams.prototype
  vi.spyOn(URLSearchParams.prototype, 'get').mockImplementation(function (this: URLSearchParams, name) {
    if (name === 'forget' || name === 'forgetToggle') throw new Error('broken on purpose')
    return get.call(this, name)
  })
}

const slide2 = async () => {
  await press('Next slide')
  await waitFor(() => expect(screen.getByLabelText('1 of 2').hasAttribute('inert')).toBe(true))
}

const screens: Readonly<Record<string, SpecifiedScreen>> = {
  'Sign-in': {
    path: '/signin',
    states: {
      'first slide': {
        requirement: ['signIn.fields', 'signIn.create', 'signIn.firstSlide', 'signIn.badges'],
        texts: [
          ...['E-mail / username', 'Remember me', 'Forget Password', 'Login', 'Create', 'No ADS', 'HD STREAM'],
          'Crystal-clear HD stream with zero buffering for a seamless view One',
          'Pick your favorite US news channel Start watching right from your device',
        ],
        partialTexts: ["Don't have an account?"],
      },
      'second slide': {
        requirement: 'signIn.secondSlide',
        steps: slide2,
        texts: ['CNN', 'MSNBC', 'Fox News', 'CBS NEWS', 'Stay up to date with developing stories', 'Play Channel'],
        partialTexts: ['18.2k', '9.7k', '55.6k'],
      },
      invalid: {
        requirement: 'signIn.required',
        steps: () => press('Login'),
        texts: ['E-mail field is required', 'Password field is required'],
      },
      refused: {
        requirement: 'signIn.refused',
        refused: ['POST /wp-json/custom-plugin/user-login', 500, 'incorrect_password'],
        steps: () => signIn('member'),
        texts: ['Login failed'],
      },
      'signed in without a membership': {
        requirement: 'signIn.destination',
        steps: () => signIn('guest'),
        texts: ['Membership is not active. Please activate a plan.'],
      },
      broken: { requirement: 'shell.crash', prepare: breakSignIn, texts: ['Unexpected Application Error!'] },
    },
  },
  'Forgot password': {
    path: '/forget/password',
    states: {
      invalid: {
        requirement: ['forgot.required', 'forgot.open'],
        steps: () => press('Send Reset Instructions'),
        texts: ['Send Reset Instructions', 'E-mail field is required'],
      },
      'white space only': {
        requirement: 'forgot.required',
        steps: () => sendReset('   '),
        texts: ['Email address field is empty'],
      },
      refused: {
        requirement: 'forgot.refused',
        refused: ['POST /wp-json/channel/v2/user_forget', 500, 'invalid_email'],
        steps: () => sendReset('member'),
        texts: ['Error occurred while sending reset instructions'],
      },
    },
  },
  'Password reset': {
    path: '/signin',
    states: {
      'link without key': {
        requirement: 'reset.missing',
        path: '/reset-password',
        texts: ['Invalid reset link. Please request a new password reset.', 'Back to Sign In'],
      },
      'link expired': {
        requirement: 'reset.expired',
        path: '/reset-password?key=abcdefghij0123456789&login=member',
        refused: ['POST /wp-json/channel/v2/user_forget/', 500, 'expired_key'],
        texts: [
          'Reset Link Expired',
          'This reset link has expired or the password reset limit has been reached. Please request a new password reset.',
          'Back to Forget Password Page',
        ],
      },
      'empty form': {
        requirement: ['reset.form', 'reset.rules'],
        steps: async () => {
          await showResetForm()
          await press('Reset Password')
        },
        texts: ['Reset Your Password', 'Reset Password', 'Both new password and confirm password are required'],
        partialTexts: ['New Password', 'Confirm Password'],
      },
      'different passwords': {
        requirement: 'reset.rules',
        steps: async () => {
          await showResetForm()
          await setPassword('another-password-24', 'another-password-25')
        },
        texts: ['Passwords do not match'],
      },
      refused: {
        requirement: 'reset.refused',
        steps: async () => {
          await showResetForm()
          app.refuse('POST /wp-json/channel/v2/user_forget/', 400, 'password_too_short')
          await setPassword('another-password-24')
        },
        texts: ['An error occurred'],
      },
      done: {
        requirement: 'reset.done',
        steps: async () => {
          await showResetForm()
          await setPassword('another-password-24')
        },
        texts: ['Password Reset', 'Password reset successful!', 'Go to Sign In', 'Go to website'],
      },
    },
  },
  Unauthorized: {
    path: '/unauth',
    states: {
      open: { requirement: 'access.unauth', texts: ['Unauthorized / UnSubscribed Person', 'Go to Profile'] },
    },
  },
  'Not Found': {
    path: '/no/such/page',
    states: {
      guest: { requirement: 'access.notFound', account: 'guest', texts: ['404', 'Not Found', 'go to Profile'] },
      member: { requirement: 'access.notFound', account: 'member', texts: ['go to Back'] },
    },
  },
  'Top bar': {
    account: 'member',
    path: '/profile',
    states: {
      'account menu': {
        requirement: 'shell.menu',
        steps: () => press(/’s account menu$/),
        texts: ['Hello, Mara Ellison', 'Request a Channel', 'Rate Us', 'Download Apps', 'Profile', 'Logout'],
      },
    },
  },
  Logout: {
    account: 'member',
    path: '/profile',
    states: {
      confirming: {
        requirement: 'logout.confirm',
        steps: () => openMenuEntry('Logout'),
        texts: ['Are you sure you want to logout', 'Cancel', 'Logout'],
      },
    },
  },
  'Download Apps': {
    account: 'member',
    path: '/profile',
    states: {
      copied: {
        requirement: ['apps.copy', 'apps.list'],
        prepare: () => vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined),
        steps: async () => {
          await openMenuEntry('Download Apps')
          await press(/Roku/)
        },
        texts: ['Roku', 'Amazon FireTV', 'Android', 'Microsoft Windows', 'Copied!', 'Roku: Copied!'],
      },
    },
  },
  'Request a Channel': {
    account: 'member',
    path: '/support',
    states: {
      invalid: {
        requirement: ['request.required', 'request.form', 'request.quality'],
        path: '/profile',
        steps: async () => {
          await openMenuEntry('Request a Channel')
          await fill('Email', '')
          await press('Submit')
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
        requirement: 'request.refused',
        refused: ['POST /wp-json/channel/v2/channel_request', 409, 'channel_requested_already'],
        steps: requestChannel,
        texts: ['failed to load Api'],
      },
      sent: {
        requirement: 'request.sent',
        steps: requestChannel,
        texts: ['Your request has been submitted successfully. We will notify you once your channel is approved.'],
      },
    },
  },
  Subscribe: {
    account: 'guest',
    path: '/subscribe/102',
    states: {
      'invalid card form': {
        requirement: ['card.fields', 'location.lists', 'pay.choice'],
        prepare: () => installCardProvider({ isComplete: false }),
        steps: async () => {
          await fill('Cardholder name', '')
          const pay = await screen.findByRole<HTMLButtonElement>('button', { name: /^Pay/ })
          await waitFor(() => expect(pay.disabled).toBe(false))
          fireEvent.click(pay)
          const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' })
          // The countries are loaded, and one is filled in.
          await waitFor(() => expect(country.value).toBe('United States'))
          country.focus()
          fireEvent.click(country)
          fireEvent.change(country, { target: { value: 'zzz' } })
        },
        texts: [
          ...['Debit /Credit Card', 'PayPal Payment Method', 'Order Summary', 'Valid until', 'No options found'],
          ...['Cardholder name is required', 'Card details are required'],
        ],
      },
      'card refused by the provider': {
        requirement: 'card.refused',
        prepare: () => installCardProvider({ refusal: { type: 'card_error', message: '' } }),
        steps: payByCard,
        texts: ['An error occurred while processing your payment. Please try again.'],
      },
      'payment refused by the host': {
        requirement: 'card.refused',
        refused: ['POST /wp-json/payment/v1/create-subscription', 402, 'card_declined'],
        steps: payByCard,
        texts: ['An error occurred while processing your payment or balance is low. Please try again.'],
      },
      'plan not loaded': {
        requirement: 'plan.load',
        refused: ['GET /wp-json/mp/v1/memberships/{id}', 429, 'too_many_requests'],
        partialTexts: ['Something went wrong while fetching memberpress data'],
      },
    },
  },
  'Thank You': {
    account: 'guest',
    path: '/subscribe/102',
    states: {
      'card paid': { requirement: 'after.thanks', steps: payByCard, texts: ['Thank You'] },
    },
  },
  Upgrade: {
    account: 'member',
    path: '/upgrade/104?type=upgrade',
    states: {
      desktop: {
        requirement: ['change.heading', 'savedCard.pay'],
        texts: [
          'Add a new payment method',
          'Update Billing Info',
          'Upgrade Plan - Your subscription is set to the Yearly',
        ],
        partialTexts: ['Pay Now'],
      },
      'new payment method': {
        requirement: 'change.newMethod',
        steps: () => press('Add a new payment method'),
        texts: ['Debit /Credit Card', 'PayPal Payment Method', 'Order Summary', 'Valid until'],
      },
      'phone, upgrade': { requirement: 'change.heading', isPhone: true, texts: ['Upgrade'] },
      'phone, downgrade': {
        requirement: 'change.heading',
        path: '/upgrade/101?type=downgrade',
        isPhone: true,
        texts: ['Downgrade'],
      },
      'phone, other type': {
        requirement: ['change.heading', 'change.buyLabel'],
        path: '/upgrade/103',
        isPhone: true,
        texts: ['Choose Plan'],
        partialTexts: ['Buy Plan'],
      },
      upgraded: {
        requirement: 'change.success',
        steps: () => press(/^Pay Now/),
        texts: ['Membership Upgraded Successfully!'],
      },
      downgraded: {
        requirement: 'change.success',
        path: '/upgrade/103?type=downgrade',
        steps: () => press(/^Pay Now/),
        texts: ['Membership Downgraded Successfully!'],
      },
      'card cancellation refused': {
        requirement: 'pay.cancelFailed',
        refused: ['POST /wp-json/payment/v1/cancel-subscription', 429, 'too_many_requests'],
        steps: () => press(/^Pay Now/),
        partialTexts: ['Something went wrong in cancelling previous subscription in stripe'],
      },
      'PayPal cancellation refused': {
        requirement: 'pay.cancelFailed',
        account: 'paypal-member',
        refused: ['POST /wp-json/payment/v1/cancel-paypal-subscription', 429, 'too_many_requests'],
        steps: payByCard,
        partialTexts: ['Something went wrong in cancelling previous subscription in paypal'],
      },
      'subscription without ids of its gateway': {
        requirement: 'pay.cancelFailed',
        prepare: withoutGatewayIds,
        steps: () => press(/^Pay Now/),
        texts: ['Something went wrong in cancelling previous subscription'],
      },
      'saved cards not loaded': {
        requirement: 'savedCard.failure',
        refused: ['POST /wp-json/payment/v1/user-stripe-all-cards', 429, 'too_many_requests'],
        partialTexts: ['Api is not loading because user id missing or network issue'],
      },
    },
  },
  'Edit profile': {
    account: 'member',
    path: '/profile/edit',
    states: {
      refused: {
        requirement: 'profile.refused',
        refused: ['PUT /wp-json/custom-plugin/me', 429, 'too_many_requests'],
        steps: async () => {
          await fill('First name', 'Marlene')
          await press(/^Save/)
        },
        texts: ['Something went wrong'],
      },
    },
  },
}

/** Every element that is not on the hidden slide of the carousel, which stays in the page. */
const reachable = () => [...document.body.querySelectorAll(':not([inert], [inert] *, style)')]

for (const [screenName, { states, ...shared }] of Object.entries(screens))
  describe(screenName, () => {
    for (const [stateName, state] of Object.entries(states))
      it(stateName, { tags: [state.requirement].flat() }, async () => {
        const { account, path } = { ...shared, ...state }
        if (state.isPhone) app.usePhone()
        if (state.refused) app.refuse(...state.refused)
        installCardProvider()
        state.prepare?.()
        await app.open(path, account)
        await state.steps?.()
        for (const text of state.texts ?? [])
          await waitFor(() =>
            expect(
              reachable().some((element) => textOf(element) === text || element.getAttribute('placeholder') === text),
              text,
            ).toBe(true),
          )
        for (const text of state.partialTexts ?? [])
          await waitFor(() =>
            expect(
              reachable().some(({ childNodes }) =>
                Array.from(childNodes).some(
                  (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes(text),
                ),
              ),
              text,
            ).toBe(true),
          )
      })
  })
