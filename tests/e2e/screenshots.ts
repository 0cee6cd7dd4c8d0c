/**
 * Takes screenshots of every screen at 390, 768, 1440 and 1920 px in both schemes into .cache/screens.
 *
 *   npm run screens                  all screens
 *   npm run screens -- -g profile    screens whose name contains "profile"
 */
import { type Page, type Route } from '@playwright/test'
import { join } from 'node:path'
import { bankFrame, cardNumber, testCards } from './card.ts'
import { signIn, test, unknownPath, type Account } from './fixture.ts'
import { member as sandboxMember, storeInterruptedAttempt } from './interruptedAttempt.ts'
import { accountMenu, heading, openMenuEntry } from './page.ts'
import { fillCardForm, interruptedAttempt, payButton, payWithPaypal } from './paymentSteps.ts'

type Step = (page: Page) => Promise<unknown>
type Screen = { account: Account | undefined; path: string; steps?: Step | undefined; prepare?: Step | undefined }

const abort =
  (url: string | RegExp): Step =>
  (page) =>
    page.route(url, (route) => route.abort('connectionreset'))
const respond =
  (url: string, json: unknown, status = 200): Step =>
  (page) =>
    page.route(url, (route) => route.fulfill({ status, json }))
/** Replaces a script by one that throws. */
const breakScript =
  (url: RegExp): Step =>
  (page) =>
    page.route(url, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken on purpose")' }),
    )
const reduceMotion: Step = (page) => page.emulateMedia({ reducedMotion: 'reduce' })
const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click()
const all =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page)
  }
const text =
  (content: string | RegExp): Step =>
  (page) =>
    page.getByText(content).first().waitFor()
const dialog =
  (name: string): Step =>
  async (page) => {
    await openMenuEntry(page, name)
    await page.getByRole('dialog').waitFor()
  }
const fill =
  (label: string | RegExp, value: string): Step =>
  (page) =>
    page.getByLabel(label, { exact: true }).fill(value)

const carousel = (page: Page) => page.getByRole('region', { name: 'Channels and devices' })
const secondSlide: Step = async (page) => {
  await carousel(page).getByRole('button', { name: 'Next slide' }).click()
  await page.mouse.move(0, 0)
  await carousel(page)
    .getByRole('button', { name: /^Play Channel/ })
    .last()
    .scrollIntoViewIfNeeded()
}
const requestReset = (account: string) =>
  all(fill('E-mail or username', account), press('Send Reset Instructions'), text(/required|There is no|success/))
const resetLink = '/reset-password?key=aaaaaaaaaaaaaaaaaaaa&login=member'
const validLink = respond('**/user_forget/', { message: 'Password reset successfully' })
const resetPassword = (confirmation: string) =>
  all(fill('New Password', 'lamp river 9'), fill('Confirm Password', confirmation), press('Reset Password'))
/** The link is valid, the first try is aborted, and the second one finds the link used. */
const losePasswordResponse: Step = (page) => {
  const responses = [
    (route: Route) => route.fulfill({ json: { message: 'Password reset successfully' } }),
    (route: Route) => route.abort('connectionreset'),
  ]
  return page.route('**/user_forget/', (route) => (responses.shift() ?? ((last) => last.continue()))(route))
}
const requestChannel = all(dialog('Request a Channel'), fill(/^Channel Name/, 'Harbor Two'), press('Submit'))
const writeMessage = all(
  fill(/^Subject/, 'No sound on Harbor One'),
  fill(/^Message/, 'Since this morning there is no sound on Harbor One.'),
)
const cardField: Step = (page) => cardNumber(page).waitFor()
const savedCard = text('4242')
/** Selects a new payment method; a wide screen has to expand the choice first. */
const newPaymentMethod =
  (name: string): Step =>
  async (page) => {
    const choice = page.getByRole('radio', { name })
    const more = page.getByRole('button', { name: 'Add a new payment method' })
    await choice.or(more).first().waitFor()
    if (!(await choice.isVisible())) await more.click()
    await choice.check()
    const content = page
      .locator('iframe')
      .contentFrame()
      .getByRole(name.startsWith('PayPal') ? 'button' : 'textbox')
    await content.first().waitFor()
  }
/** A payment that a reload interrupted. The member has the plan 102, so that this plan counts as paid. */
const interrupted =
  (planId: number, underWay: boolean): Step =>
  (page) =>
    storeInterruptedAttempt(page, sandboxMember.id, {
      ...interruptedAttempt,
      planId,
      underWay,
      paymentMethod: { kind: 'newCard', paymentMethodId: 'pm_1' },
      subscriptionToCancel: undefined,
      knownSubscriptionIds: [],
    })

const now = new Date()
const createSavedCard = (id: string, brand: string, last4: string, month: number, year: number) => ({
  id,
  card: { brand, last4, exp_month: month, exp_year: year },
  billing_details: { name: 'Mara Ellison' },
})
/** The default card, one that expires soon, an expired one, and one of a brand without a logo. */
const savedCards = {
  cards: [
    createSavedCard('pm_1', 'visa', '4242', 12, now.getFullYear() + 2),
    createSavedCard('pm_2', 'mastercard', '4444', now.getMonth() + 1, now.getFullYear()),
    createSavedCard('pm_3', 'amex', '0005', 8, now.getFullYear() - 1),
    createSavedCard('pm_4', 'unionpay', '0005', 3, now.getFullYear() + 4),
  ],
  default_pay_method: 'pm_1',
}

/** Replaces a part of the member's record. */
const memberRecord =
  (change: (record: Record<string, Record<string, unknown>[]>) => object): Step =>
  (page) =>
    page.route(/\/mp\/v1\/members\/\d+$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change(await response.json()) })
    })
const timestampIn = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} 12:00:00`
/** The member's plan is paid for longer than another plan would be. */
const paidForYears = memberRecord((record) => ({
  ...record,
  recent_transactions: record['recent_transactions']?.map((one) => ({ ...one, expires_at: '2099-12-31 12:00:00' })),
}))
/** The member's plan is canceled and ends in two days. */
const endsSoon = memberRecord((record) => ({
  ...record,
  recent_subscriptions: record['recent_subscriptions']?.map((one) => ({ ...one, status: 'cancelled' })),
  recent_transactions: record['recent_transactions']?.map((one) => ({ ...one, expires_at: timestampIn(2) })),
}))
/** An older plan of another provider runs beside the member's plan. */
const hasTwoPlans = memberRecord((record) => ({
  ...record,
  active_memberships: [
    ...(record['active_memberships'] ?? []),
    { ...record['active_memberships']?.[0], id: 104, title: 'Yearly' },
  ],
  recent_subscriptions: [
    ...(record['recent_subscriptions'] ?? []),
    { ...record['recent_subscriptions']?.[0], id: '1', membership: '104', gateway: 'manual', subscr_id: 'mp-sub-1' },
  ],
}))
const cancelPlan = all(press('Cancel plan'), text('Cancel Monthly?'))
const confirmCancel: Step = (page) =>
  page.getByRole('region', { name: 'Cancel plan', exact: true }).getByRole('button', { name: 'Cancel plan' }).click()
const deleteAccount = all(press('Delete account'), (page) => page.getByRole('dialog').waitFor())
const payWithCard =
  (number: string): Step =>
  async (page) => {
    await cardNumber(page).waitFor()
    await fillCardForm(page, number)
    await payButton(page).click()
  }

const as =
  (account?: Account) =>
  (path: string, steps?: Step, prepare?: Step): Screen => ({ account, path, steps, prepare })
const [signedOut, member, guest] = [as(), as('member'), as('guest')]
const cardsPath = '/profile/payment-cards'
const historyPath = '/profile/transcation-history'

const screens: Readonly<Record<string, Screen>> = {
  'sign-in': signedOut('/signin', (page) => carousel(page).waitFor(), reduceMotion),
  'sign-in-slide-2': signedOut('/signin', secondSlide, reduceMotion),
  'sign-in-error': signedOut('/signin', all(press('Login'), text('Password field is required')), reduceMotion),
  forgot: signedOut('/forget/password'),
  'forgot-missing': signedOut('/forget/password', requestReset('')),
  'forgot-red': signedOut('/forget/password', requestReset('nobody')),
  'forgot-green': signedOut('/forget/password', requestReset('member')),
  unauth: signedOut('/unauth'),
  'not-found': signedOut(unknownPath),
  'reset-missing': signedOut('/reset-password'),
  'reset-expired': signedOut(resetLink, text('Reset Link Expired')),
  'reset-unreachable': signedOut(resetLink, text('Try again'), abort('**/user_forget/')),
  'reset-checking': signedOut(resetLink, text('Checking your link'), (page) => page.route('**/user_forget/', () => {})),
  'reset-outcome-unknown': signedOut(
    resetLink,
    all(
      resetPassword('lamp river 9'),
      text('We couldn’t confirm that your new password was saved.'),
      press('Reset Password'),
      text('Reset Link Expired'),
    ),
    losePasswordResponse,
  ),
  'crash-alone': signedOut(resetLink, undefined, breakScript(/\/assets\/ResetPassword-[^/]*\.js/)),
  'reset-form': signedOut(resetLink, fill('New Password', 'lamp river 9'), validLink),
  'reset-mismatch': signedOut(resetLink, resetPassword('lamp'), validLink),
  'reset-done': signedOut(resetLink, all(resetPassword('lamp river 9'), text('Go to Sign In')), validLink),
  'live-channels': member('/'),
  'live-channels-focus': member('/', (page) => page.keyboard.press('ArrowDown')),
  'live-channels-none': member('/?search=nothing-like-it'),
  'live-channels-failed': member('/', undefined, abort('**/channel/v2/channels*')),
  'account-menu': member('/', (page) => accountMenu(page).click()),
  logout: member('/', dialog('Logout')),
  'download-apps': member('/', dialog('Download Apps')),
  request: member('/', dialog('Request a Channel')),
  'request-region': member(
    '/',
    all(dialog('Request a Channel'), (page) => page.getByRole('combobox', { name: 'Region' }).click()),
  ),
  'request-failed': member(
    '/',
    all(requestChannel, text('We couldn’t confirm your request was sent')),
    abort(/\/channel\/v2\/(regions|channel_request)/),
  ),
  'request-invalid': member('/support', all(fill(/^Email/, ''), press('Submit'))),
  'request-sent': member('/', all(requestChannel, text('submitted successfully'))),
  unreachable: member('/', undefined, async (page) => {
    await page.goto('/')
    await heading(page, 'Live Channels').waitFor()
    await abort(/\/custom-plugin\/me\//)(page)
  }),
  'no-connection': member('/', text('We can’t reach Statecast'), abort(/\/custom-plugin\/me\//)),
  crash: member('/support', undefined, breakScript(/\/assets\/Support-[^/]*\.js/)),
  broken: member('/support', undefined, abort(/\/assets\/Support-[^/]*\.js/)),
  guide: member('/guide'),
  favourites: member('/favourites'),
  'favourites-undo': member('/favourites', all(press(/^Favorite /), text('Undo'))),
  'favourites-none': member('/favourites', undefined, respond('**/channel/v2/favourites', { favourites: [] })),
  video: member('/video/harbor-one', (page) =>
    page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0),
  ),
  support: member('/support'),
  'support-faqs': member('/support/faqs', (page) => page.getByText('What do I need to watch in HD?').click()),
  'support-faqs-none': member('/support/faqs?search=zebra'),
  'support-form': member('/support/form'),
  'support-form-invalid': member('/support/form', press('Send')),
  'support-form-unreachable': member(
    '/support/form',
    all(writeMessage, press('Send'), text('We couldn’t confirm')),
    abort('**/channel/v2/support'),
  ),
  'support-form-sent': member('/support/form', all(writeMessage, press('Send'), text('Send another message'))),
  'support-bugs': member('/support/bugs'),
  profile: member('/profile'),
  'profile-guest': guest('/profile'),
  'view-profile': member('/profile/view-profile'),
  'edit-profile': member('/profile/edit'),
  'all-sessions': member('/profile/all-sessions'),
  packages: member('/profile/packages'),
  transactions: member(historyPath),
  'transactions-failed': member(historyPath, undefined, abort(/transactions\?/)),
  invoice: member(`${historyPath}/309`),
  'payment-cards': member(cardsPath, undefined, respond('**/user-stripe-all-cards', savedCards)),
  'payment-cards-none': as('paypal-member')(cardsPath),
  'payment-cards-failed': member(cardsPath, undefined, abort('**/user-stripe-all-cards')),
  'payment-cards-needed': member(cardsPath, press('Remove: Visa ending in 4242')),
  'payment-cards-remove': member(cardsPath, press('Remove: Mastercard ending in 4444')),
  'payment-cards-add': member(cardsPath, all(press('Add a card'), cardField)),
  'plan-ends-soon': member('/', text('Your plan ends on'), endsSoon),
  'cancel-plan': member('/profile', cancelPlan),
  'cancel-plan-of-two': member('/profile', cancelPlan, hasTwoPlans),
  'cancel-plan-refused': member(
    '/profile',
    all(cancelPlan, confirmCancel, text('We couldn’t cancel your plan')),
    respond(
      '**/cancel-subscription',
      { code: 'subscription_not_found', message: 'This subscription can’t be ended.' },
      404,
    ),
  ),
  'cancel-plan-unknown': member(
    '/profile',
    all(cancelPlan, confirmCancel, text('We’re confirming your cancellation')),
    (page) => page.route('**/cancel-subscription', (route) => route.abort('connectionreset')),
  ),
  'cancel-plan-done': member('/profile', all(cancelPlan, confirmCancel, text('Canceled · access until'))),
  'profile-other-provider': as('manual-member')('/profile'),
  'delete-account': guest('/profile', deleteAccount),
  'delete-account-plan-first': member(
    '/profile',
    all(deleteAccount, press('Send link'), text('Cancel your plan first')),
  ),
  'delete-account-losing-time': member(
    '/profile',
    all(deleteAccount, press('Send link'), text('without a refund')),
    endsSoon,
  ),
  'delete-account-requested': guest('/profile', all(deleteAccount, press('Send link'), text('Check your email'))),
  'packages-guest': guest('/profile/packages'),
  'packages-canceled': member('/profile/packages', undefined, endsSoon),
  upgrade: member('/upgrade/104?type=upgrade', savedCard),
  'upgrade-losing-days': member('/upgrade/104?type=downgrade', text(/I understand that I’ll lose/), paidForYears),
  'upgrade-again': member('/upgrade/102', text('You already have Monthly')),
  'upgrade-new-card': member('/upgrade/104?type=upgrade', newPaymentMethod('Debit /Credit Card')),
  'upgrade-paypal': member('/upgrade/104?type=upgrade', newPaymentMethod('PayPal Payment Method')),
  'upgrade-beside-another': member('/upgrade/101?type=downgrade', text(/and that I’ll pay for both/), hasTwoPlans),
  'upgrade-done': member('/upgrade/103?type=upgrade', all(savedCard, press(/^(Pay Now|Upgrade)/), press('Stay here'))),
  'upgrade-canceled-not-paid': member(
    '/upgrade/103?type=upgrade',
    all(savedCard, press(/^(Pay Now|Upgrade)/), text('Try again')),
    respond('**/payment/v1/pay-from-save-card', { code: 'card_declined', message: 'Your card was declined.' }, 402),
  ),
  'upgrade-other-gateway': as('manual-member')('/upgrade/103?type=downgrade'),
  'upgrade-unknown': member('/upgrade/999'),
  paypal: guest('/subscribe/102', newPaymentMethod('PayPal Payment Method')),
  congratulations: guest('/subscribe/102', all(payWithPaypal, press('Stay here'))),
  'subscribe-success': guest(
    '/subscribe/102',
    all(payWithPaypal, press('Continue now'), (page) => heading(page, 'Payment Successful').waitFor()),
  ),
  subscribe: guest('/subscribe/102', cardField),
  'subscribe-change': member('/subscribe/104', cardField),
  'subscribe-invalid': guest('/subscribe/102', async (page) => {
    await cardNumber(page).fill('4242')
    await payButton(page).click()
  }),
  'subscribe-declined': guest('/subscribe/102', all(payWithCard(testCards.declined), text('Your card was declined'))),
  'subscribe-3d-secure': guest(
    '/subscribe/102',
    all(payWithCard(testCards.requiresAuthentication), (page) =>
      bankFrame(page).getByRole('button', { name: 'Complete' }).waitFor(),
    ),
  ),
  'subscribe-thank-you': guest('/subscribe/103', all(payWithCard(testCards.succeeds), press('Stay here'))),
  'subscribe-incomplete-plan': guest('/subscribe/102', text('This plan can’t be bought right now'), (page) =>
    page.route(/\/memberships\/102$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), price: '', period: '' } })
    }),
  ),
  'subscribe-unknown': guest('/subscribe/999'),
  'thank-you': member('/subscribe/102', press('Stay here'), interrupted(102, false)),
  'payment-outcome-unknown': member('/subscribe/104', text('Your payment is being processed'), interrupted(104, true)),
}

/** Waits for fonts, images, loading states and animations. */
async function waitUntilStill(page: Page) {
  await page.locator('h1:visible').first().waitFor()
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document.querySelector('[role="status"][aria-label^="Loading"]') === null &&
      [...document.images].every((image) => image.complete) &&
      document
        .getAnimations()
        .every((moving) => moving.playState !== 'running' || moving.effect?.getTiming().iterations === Infinity),
  )
}

for (const [name, { account, path, steps, prepare }] of Object.entries(screens))
  test(name, async ({ page, watch, colorScheme }, { project }) => {
    watch.allowConsole(/./)
    watch.allowOffContract(/./)
    await page.addInitScript((dark) => {
      if (window.top !== window) return
      localStorage.setItem('isDarkMode', String(dark))
      localStorage.setItem('theme', dark ? '"dark"' : '"light"')
    }, colorScheme === 'dark')
    if (account) await signIn(page, account)
    await prepare?.(page)
    await page.goto(path)
    await waitUntilStill(page)
    await steps?.(page)
    await waitUntilStill(page)
    const folder = join(import.meta.dirname, '..', '..', '.cache', 'screens')
    await page.screenshot({ path: join(folder, `${name}-${project.name}.png`) })
  })
