import { type Page } from '@playwright/test'
import { type planChangeMachine } from '../../../machines/planChange.ts'
import model from '../../machines/planChange.model.ts'
import { storeInterruptedAttempt, storeInterruptedCancellation, member } from '../interruptedAttempt.ts'
import { cardNumber, testCards, typeCard } from '../card.ts'
import { stopClock } from '../clock.ts'
import { signIn } from '../fixture.ts'
import { untakenTransitions } from '../../payments/untakenTransitions.ts'
import { createPageDriver, foldLabels, type DriverContext } from '../pageDriver.ts'
import {
  withAllActive,
  releaseClaim,
  withYearly,
  cancelCall,
  waitForPayCall,
  interruptedAttempt,
  answerDeclined,
  withAllCanceled,
  clearAttempt,
  fillAttemptStorage,
  holdClaim,
  memberCall,
  moneyCalls,
  payButton,
  answerPaid,
  respondToAllReads,
  takeClaimInOtherTab,
  waitForMoneyCall,
  withSubscriptions,
} from '../paymentSteps.ts'
import { bringEndIntoView } from '../galleryScreenshots.ts'

/** The account of each input. The guest was a member before. */
const accountByInput = {
  'a member changes the plan': 'member',
  'a guest subscribes': 'lapsed',
  'the old subscription has no provider id': 'member',
  'a reload after an interrupted attempt': 'member',
} as const
const ids = { upgrade: member.id, subscribe: 6 }
const isInput = (input: string): input is keyof typeof accountByInput => input in accountByInput

type Row = Record<string, unknown>
type StepContext = DriverContext<typeof planChangeMachine>

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Stores an interrupted attempt of the signed-in user: guests subscribe, members change their plan. */
const storeAttemptOfUser = (page: Page, attempt: typeof interruptedAttempt) =>
  storeInterruptedAttempt(page, page.url().includes('/subscribe/') ? ids.subscribe : ids.upgrade, attempt)

const withOldActive = (rows: Row[]) => [
  { ...rows[0], id: '11', membership: '102', status: 'active' },
  ...rows.filter(({ id }) => id !== '11'),
]
/** Whether the host reported last that the payment is under way. */
const isUnderWay = foldLabels(false, { 'payment done': () => false, 'payment done / under way': () => true })
/** A payment under way has failed only if its own subscription is canceled. */
const withPaymentFailed = ({ labels }: StepContext, rows: Row[]) =>
  isUnderWay(labels) ? withYearly('cancelled')(rows) : rows

const storedAttempt = (page: Page) => page.evaluate(() => localStorage.getItem('statecast.attempt'))

/** Every call that pays, also one without a response. */
const payCalls = new WeakMap<Page, string[]>()
const payCallsOf = (page: Page) => payCalls.get(page) ?? []
function recordPayCalls(page: Page) {
  const paths: string[] = []
  payCalls.set(page, paths)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (moneyCalls.some((call) => call === `POST ${pathname}` && call !== cancelCall)) paths.push(pathname)
  })
}

const expectHeading =
  (name: string) =>
  ({ page, expect }: StepContext) =>
    expect(heading(page, name)).toBeVisible()
const expectText =
  (text: string) =>
  ({ page, expect }: StepContext) =>
    expect(
      page
        .getByRole('status')
        .or(page.getByRole('region', { name: 'Payment', exact: true }))
        .getByText(text),
    ).toBeVisible()

/** The page loads the record again. */
async function expectLoading({ page, hold, expect }: StepContext) {
  await expect(page.getByRole('status', { name: 'Loading the plan' })).toBeVisible()
  await hold.waitFor(memberCall)
}

const isCancelSent = (snapshot: StepContext['snapshot']) => snapshot.matches('cancelThenPay')

const nothingToCancel = 'The attempt only cancels the subscription that the page showed.'
const sentBefore = 'The earlier call may have succeeded, so the refusal of a retry is no result.'

const expectPaying = (isCancelFirst: boolean) => async (step: StepContext) => {
  await expectText('Please keep this page open.')(step)
  step.expect((await waitForMoneyCall(step.hold)) === cancelCall, 'the cancellation is sent first').toBe(isCancelFirst)
}

const expectReconciling = async ({ page, expect, hold, labels }: StepContext) => {
  await expect(
    heading(page, isUnderWay(labels) ? 'Your payment is being processed' : 'We’re confirming your payment'),
  ).toBeVisible()
  const isReloaded = labels[0] === 'a reload after an interrupted attempt' && !isUnderWay(labels)
  await expect(page.getByText('This page was closed during a payment')).toHaveCount(isReloaded ? 1 : 0)
  await hold.waitFor(memberCall)
  expect(hold.waiting).toEqual([memberCall])
}

export default createPageDriver(model, {
  untakenByModelCheck: untakenTransitions.planChange,
  prepareScreenshot: ({ page }) => bringEndIntoView(page),
  wideOnly: 'The phone layout has another button for the saved card; the machine is the same.',
  open: async ({ page, hold, expect }, input) => {
    if (!isInput(input)) throw new Error(`No page is opened for ${input}`)
    const account = accountByInput[input]
    recordPayCalls(page)
    await signIn(page, account)
    if (input === 'a reload after an interrupted attempt')
      await storeInterruptedAttempt(page, member.id, interruptedAttempt)
    await holdClaim(page)
    await page.clock.install()
    if (input === 'the old subscription has no provider id') hold.holdCalls(memberCall)
    await page.goto(`/${account === 'member' ? 'upgrade' : 'subscribe'}/104`)
    if (input === 'a reload after an interrupted attempt')
      await expect(heading(page, 'Checking for another payment in progress…')).toBeVisible()
    else if (account === 'lapsed') {
      await cardNumber(page).waitFor()
      await page.getByLabel('Cardholder name').fill('Leda Prowse')
      await page.getByLabel('Billing address').fill('1 Main Street')
      await typeCard(page, testCards.succeeds)
    }
    if (input === 'the old subscription has no provider id') {
      // The first read of the record determines the role.
      await hold.passThrough(memberCall)
      await hold.modify(memberCall, (body) => ({
        ...withSubscriptions((rows) => rows.map((row) => ({ ...row, subscr_id: 'mp-sub-1' })))(body),
        latest_txn: undefined,
      }))
    }
    if (input !== 'a reload after an interrupted attempt') {
      const button = payButton(page)
      await expect(button).toBeEnabled()
      hold.holdCalls(...moneyCalls)
      await button.click()
    } else hold.holdCalls(...moneyCalls)
  },
  events: {
    'attempt.claimed / nothing is open': async ({ page }) => {
      await clearAttempt(page)
      await releaseClaim(page)
    },
    'attempt.claimed / an attempt was interrupted': async ({ page }) => {
      await storeAttemptOfUser(page, interruptedAttempt)
      await releaseClaim(page)
    },
    'attempt.claimed / an attempt of a guest was interrupted': async ({ page }) => {
      await storeAttemptOfUser(page, { ...interruptedAttempt, subscriptionToCancel: undefined })
      await releaseClaim(page)
    },
    'attempt.claimed / a cancellation was interrupted': async ({ page }) => {
      await storeInterruptedCancellation(page, interruptedAttempt)
      await releaseClaim(page)
    },
    'attempt.taken': async ({ page }) => {
      await takeClaimInOtherTab(page)
      await releaseClaim(page)
    },
    'attempt.freed': async ({ page }) => {
      for (const other of page.context().pages()) if (other !== page) await other.close()
    },
    'payment.retry': ({ page }) => press(page, 'Try again'),
    'payment.leave': ({ page }) => press(page, /^(Cancel|Use another payment method)$/),
    'record.check': ({ page }) => press(page, 'Check again'),
  },
  texts: {
    'attempt.claimed / nothing is open': 'Something went wrong in cancelling previous subscription',
    'readRecord done / refused': 'Sorry, you are not allowed to do that.',
    'readRecord done / refused without a message': 'Something went wrong while fetching memberpress data',
    'readRecord error / unreachable': 'Something went wrong while fetching memberpress data',
    'openAttempt error / it can’t be stored': 'Something went wrong',
    'payment done / not canceled': 'This subscription can’t be ended.',
    'payment done / refused': 'Your card was declined.',
  },
  outcomes: {
    // No call separates the record from the stored attempt, or a refusal from the renewed key. If the next step is one of
    // those, the response waits for it, so that it can fill the storage first.
    'readRecord done / as on the page': async ({ hold, snapshot }) => {
      if (snapshot.matches('membershipChanged')) await hold.modify(memberCall, withSubscriptions(withAllActive))
    },
    'readRecord done / nothing to cancel': async ({ hold, snapshot }) => {
      if (snapshot.matches('membershipChanged')) await hold.modify(memberCall, withSubscriptions(withAllCanceled))
    },
    'readRecord done / refused': ({ hold, text }) =>
      hold.refuse(memberCall, { code: 'rest_forbidden', message: text, status: 403 }),
    'readRecord done / refused without a message': ({ hold }) =>
      hold.refuse(memberCall, { code: 'rest_forbidden', message: '', status: 403 }),
    'readRecord error': ({ hold }) => hold.abort(memberCall),
    'openAttempt done': ({ hold }) => hold.passThrough(memberCall),
    'openAttempt error': async ({ page, hold }) => {
      await fillAttemptStorage(page)
      await hold.passThrough(memberCall)
    },
    'renewKey done': ({ hold }) => answerDeclined(hold),
    'renewKey error': async (step) => {
      await waitForPayCall(step.hold)
      await fillAttemptStorage(step.page)
      await answerDeclined(step.hold)
    },
    // The confirmation may redirect after a second, so the clock is paused.
    'payment done / paid': async ({ page, hold }) => {
      await waitForPayCall(hold)
      await stopClock(page)
      await answerPaid(hold)
    },
    'payment done / not canceled': ({ hold, text }) =>
      hold.refuse(cancelCall, { code: 'subscription_not_found', message: text, status: 404 }),
    'payment done / refused': async (step) => {
      if (step.snapshot.matches('refused')) await answerDeclined(step.hold)
    },
    'payment done / the cancellation has no response': ({ hold }) => hold.abort(cancelCall),
    'payment done / the payment has no response': async (step) => step.hold.abort(await waitForPayCall(step.hold)),
    'payment done / under way': async (step) =>
      step.hold.json(await waitForPayCall(step.hold), { success: true, message: 'One moment.', status: 'pending' }),
    'reconciliation done / paid': async ({ page, hold }) => {
      await hold.waitFor(memberCall)
      await stopClock(page)
      await hold.modify(memberCall, withSubscriptions(withYearly('active')))
    },
    'reconciliation done / canceled': ({ hold }) => hold.modify(memberCall, withSubscriptions(withAllCanceled)),
    'reconciliation done / notCanceled': (step) =>
      respondToAllReads(step.page, step.hold, () =>
        step.hold.modify(
          memberCall,
          withSubscriptions((rows) => withPaymentFailed(step, withOldActive(rows))),
        ),
      ),
    'reconciliation done / not paid': (step) =>
      respondToAllReads(step.page, step.hold, () =>
        step.hold.modify(
          memberCall,
          withSubscriptions((rows) => withPaymentFailed(step, withAllCanceled(rows))),
        ),
      ),
    'reconciliation done / outcomeUnknown': (step) =>
      respondToAllReads(step.page, step.hold, () => step.hold.abort(memberCall)),
  },
  states: {
    claiming: expectText('Checking for another payment in progress…'),
    underWay: expectHeading('Payment under way'),
    reading: async (step) => {
      await expectText('Checking your membership…')(step)
      await step.hold.waitFor(memberCall)
    },
    opening: expectText('Checking your membership…'),
    cancelThenPay: expectPaying(true),
    payOnly: expectPaying(false),
    renewing: expectText('Please keep this page open.'),
    awaitingCancel: async (step) => {
      await expectReconciling(step)
      step.expect(payCallsOf(step.page), 'nothing is sent to pay').toEqual([])
    },
    awaitingPayment: expectReconciling,
    outcomeUnknown: async ({ page, expect }) => {
      await expect(heading(page, 'We can’t confirm your payment yet')).toBeFocused()
      await expect(page.getByRole('button', { name: /^(Try again|Cancel|Pay.*)$/ })).toHaveCount(0)
    },
    notCanceled: expectHeading('Your plan hasn’t changed'),
    canceledNotPaid: expectHeading('Your old plan was canceled, but the payment for the new one didn’t go through'),
    notPaid: expectHeading('Your payment didn’t go through'),
    paid: ({ page, expect }) =>
      expect(heading(page, 'Thank You').or(page.getByText('You’re subscribed.'))).toBeVisible(),
    refused: ({ page, expect, text }) => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible(),
    membershipChanged: expectLoading,
    cancellationOpen: async ({ page, expect }) => {
      const alert = page.getByRole('alert').filter({ hasText: 'Your cancellation isn’t confirmed yet' })
      await expect(alert).toBeVisible()
      expect(await storedAttempt(page), 'the cancellation stays stored').toContain('canceling')
    },
    left: async (step) => {
      await expectLoading(step)
      await step.expect.poll(() => storedAttempt(step.page)).toBeNull()
    },
  },
  notNow: (label, snapshot) => {
    const { attempt, request } = snapshot.context
    const isPaymentUnsent = snapshot.matches('awaitingCancel')
    switch (label) {
      case 'openAttempt done / stored':
        return request?.subscriptionToCancel ? undefined : nothingToCancel
      case 'openAttempt done / stored, nothing to cancel':
        return request?.subscriptionToCancel ? nothingToCancel : undefined
      case 'payment done / not canceled':
        if (attempt?.outcomeUnknown.cancel) return sentBefore
        return isCancelSent(snapshot) ? undefined : 'There is no subscription to cancel.'
      case 'payment done / the cancellation has no response':
        return isCancelSent(snapshot) ? undefined : 'There is no subscription to cancel.'
      case 'payment done / refused':
        return attempt?.outcomeUnknown.pay ? sentBefore : undefined
      case 'reconciliation done / canceled':
        return isPaymentUnsent ? undefined : 'Once the payment is sent, a canceled subscription alone is no result.'
      case 'reconciliation done / not paid':
        return isPaymentUnsent ? 'Before the payment is sent, only the cancellation is checked.' : undefined
      case 'reconciliation done / notCanceled':
        return attempt?.subscriptionToCancel ? undefined : 'There was no subscription to cancel.'
      default:
        return undefined
    }
  },
  notInBrowser: {
    'payment error': 'The payment machine turns every failure into an output.',
    'reconciliation error': 'The reconciliation machine turns every failure into an output.',
  },
})
