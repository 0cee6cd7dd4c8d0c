import { type Page } from '@playwright/test'
import { type checkoutMachine } from '../../../machines/checkout.ts'
import model from '../../machines/checkout.model.ts'
import { storeInterruptedAttempt, storeInterruptedCancellation, member } from '../interruptedAttempt.ts'
import { cardNumber, testCards as numbers, typeCard } from '../card.ts'
import { stopClock } from '../clock.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'
import {
  releaseClaim,
  withYearly,
  interruptedAttempt,
  answerDeclined,
  withAllCanceled,
  clearAttempt,
  holdClaim,
  memberCall,
  moneyCalls,
  answerPaid,
  respondToAllReads,
  withSubscriptions,
} from '../paymentSteps.ts'
import { bringEndIntoView } from '../galleryScreenshots.ts'

const me = 'GET /wp-json/custom-plugin/me/'
const plan = 'GET /wp-json/mp/v1/memberships/{id}'
const cards = 'POST /wp-json/payment/v1/user-stripe-all-cards'

type StepContext = DriverContext<typeof checkoutMachine>

const savedCard = (page: Page) => page.getByRole('region', { name: 'Saved card' })
const newMethodButton = (page: Page) => page.getByRole('button', { name: 'Add a new payment method' })
const radio = (page: Page, name: string) => page.getByRole('radio', { name })
const form = (page: Page) => page.getByRole('form', { name: 'Card payment' })
const paypal = (page: Page) => page.getByRole('region', { name: 'PayPal', exact: true })

/** Nothing can be paid before the box is ticked. */
const expectNoPaymentMethod = async (page: Page, expect: StepContext['expect']) => {
  await expect(page.getByRole('button', { name: /^(Pay|Start free trial)/ })).toHaveCount(0)
  await expect(page.getByRole('radio')).toHaveCount(0)
}

/** Answers the request for the saved card, if there is one. */
async function expectCard({ page, hold, expect }: StepContext) {
  if (hold.waiting.includes(cards)) await hold.passThrough(cards)
  await expect(savedCard(page)).toContainText('4242')
}

/** The terms of the plan Yearly. */
const trialTerms =
  /Due today: \$0\. Then \$179 per year from [A-Z][a-z]{2} \d{1,2}, \d{4}, until you cancel\. Terms · Privacy/

const loadedOffer = ({ labels }: StepContext) => labels.findLast((label) => label.startsWith('loadOffer done / a plan'))
const hasOtherGatewayPlan = (step: StepContext) =>
  loadedOffer(step) === 'loadOffer done / a plan that leaves another gateway’s active'
const losesDays = (step: StepContext) =>
  loadedOffer(step) === 'loadOffer done / a plan that ends sooner than what is paid'
const isCurrentPlan = (step: StepContext) => loadedOffer(step) === 'loadOffer done / a plan that the member has'
const agreement = (page: Page) => page.getByRole('checkbox', { name: /^I understand/ })

/** A subscription of a gateway that the application can't cancel at. */
const paidByOtherGateway = withSubscriptions((rows) => rows.map((row) => ({ ...row, gateway: 'manual' })))

/** The current subscription is one of the offered plan. */
const alreadyYearly = withSubscriptions((rows) => rows.map((row) => ({ ...row, membership: '104' })))

/** Everything is paid through the end of the century. */
const paidForLong = (body: unknown) => {
  const record = body as { recent_transactions: Record<string, unknown>[] }
  return {
    ...record,
    recent_transactions: record.recent_transactions.map((row) => ({ ...row, expires_at: '2099-12-31 12:00:00' })),
  }
}

/** The record that the page has loaded already. */
const answerUnchangedRecord = (step: StepContext) => {
  if (hasOtherGatewayPlan(step)) return step.hold.modify(memberCall, paidByOtherGateway)
  if (isCurrentPlan(step)) return step.hold.modify(memberCall, alreadyYearly)
  return losesDays(step) ? step.hold.modify(memberCall, paidForLong) : step.hold.passThrough(memberCall)
}

/** Grants the lock of the attempt; no attempt is open. */
async function grantClaim({ page }: StepContext) {
  await clearAttempt(page)
  await releaseClaim(page)
}

async function answerOffer(step: StepContext) {
  await answerUnchangedRecord(step)
  await step.hold.passThrough(plan)
}

const refuseOffer = async ({ hold }: StepContext, message: string) => {
  await hold.passThrough(memberCall)
  await hold.refuse(plan, { code: 'too_many_requests', message, status: 429 })
}

async function expectLoadFailure({ page, expect, text }: StepContext, title = 'We couldn’t load this plan') {
  const failure = page.getByRole('alert').filter({ hasText: title })
  await expect(failure).toContainText(text)
  await expect(page.getByRole('link', { name: 'Back to plans' })).toBeVisible()
}

export default createPageDriver(model, {
  prepareScreenshot: ({ page }) => bringEndIntoView(page),
  wideOnly: 'The phone layout offers all payment methods side by side with another button; the machine is the same.',
  // The subscribe page is the same machine with fewer payment methods and another initial one.
  inputs: ['the upgrade screen'],
  heldCalls: [me, plan, cards, ...moneyCalls],
  // A clock that the tour stops would also stop PayPal's window, so it stops only at the end of a payment.
  hasRealClock: true,
  open: async ({ page }) => {
    await signIn(page, 'member')
    await holdClaim(page)
    await page.clock.install()
    await page.goto('/upgrade/104')
  },
  events: {
    'paymentMethod.choose / the saved card': ({ page }) =>
      savedCard(page).getByRole('button', { name: 'Use this card' }).click(),
    'paymentMethod.choose / a new card': async (step) => {
      const choice = radio(step.page, 'Debit /Credit Card')
      // Without a saved card, the methods are always shown.
      if (await choice.isVisible()) return choice.check()
      await expectCard(step)
      await newMethodButton(step.page).click()
    },
    'paymentMethod.choose / PayPal': ({ page }) => radio(page, 'PayPal Payment Method').check(),
    'warning.accept': ({ page }) => agreement(page).check(),
    'warning.decline': ({ page }) => agreement(page).uncheck(),
    'offer.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
  },
  texts: {
    'loadOffer done / refused': 'Too many requests.',
    'loadOffer done / an unknown plan': 'Something went wrong while fetching memberpress data',
    'loadOffer done / a plan without a period':
      'Its price or period isn’t available, so we can’t say what you’d pay. You haven’t been charged.',
    'planChange done / a cancellation is open':
      'Check your cancellation on your profile before you pay. You haven’t been charged.',
    'loadOffer done / refused without a message': 'Something went wrong while fetching memberpress data',
    'loadOffer error / unreachable': 'Something went wrong while fetching memberpress data',
    'planChange done / refused': 'Your card was declined.',
    'paymentMethod.choose / the saved card': [],
    'paymentMethod.choose / a new card': [],
    'paymentMethod.choose / PayPal': [],
    'savedCardPayment done / no card is saved': [],
    'planChange done / membershipChanged': [],
    'loadOffer done / a plan that replaces the current one': [],
    'loadOffer done / a plan that leaves another gateway’s active': [],
    'loadOffer done / a plan that the member has': [],
    'loadOffer done / a plan that ends sooner than what is paid': [],
    'warning.decline': [],
  },
  outcomes: {
    'findAttempt done': async ({ page, hold, case: name }) => {
      if (name === 'an attempt was interrupted') await storeInterruptedAttempt(page, member.id, interruptedAttempt)
      await hold.passThrough(me)
      // The first record is read for the role.
      await hold.passThrough(memberCall)
    },
    'loadOffer done / a plan that replaces the current one': answerOffer,
    'loadOffer done / a plan that leaves another gateway’s active': answerOffer,
    'loadOffer done / a plan that the member has': answerOffer,
    'loadOffer done / a plan that ends sooner than what is paid': answerOffer,
    'loadOffer done / refused': (step) => refuseOffer(step, step.text),
    'loadOffer done / refused without a message': (step) => refuseOffer(step, ''),
    'loadOffer done / an unknown plan': async ({ hold }) => {
      await hold.passThrough(memberCall)
      await hold.refuse(plan, { code: 'mp_no_records_found', message: 'There were no memberships found.', status: 500 })
    },
    'loadOffer done / a plan without a period': async ({ hold }) => {
      await hold.passThrough(memberCall)
      await hold.modify(plan, (body) => ({ ...(body as object), period: '0' }))
    },
    'loadOffer error': async ({ hold }) => {
      await hold.passThrough(memberCall)
      await hold.abort(plan)
    },
    'savedCardPayment done / ready': async (step) => {
      await expectCard(step)
      await savedCard(step.page).getByRole('button', { name: 'Pay Now' }).click()
    },
    'savedCardPayment done / no card is saved': ({ hold }) => hold.json(cards, { cards: [], default_pay_method: null }),
    'cardPayment done': async ({ page, expect }) => {
      const button = form(page).getByRole('button', { name: /^Start free trial/ })
      // A refused form keeps its values.
      if ((await cardNumber(page).inputValue()) === '') {
        await page.getByLabel('Cardholder name').fill('Mara Ellison')
        await page.getByLabel('Billing address').fill('1 Main Street')
        await typeCard(page, numbers.succeeds)
      }
      await expect(button).toBeEnabled()
      await button.click()
    },
    'paypalPayment done': async ({ page, expect }) => {
      const button = page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'Pay with PayPal' })
      const opened = page.waitForEvent('popup')
      await button.click()
      const popup = await opened
      await popup.getByRole('button', { name: 'Approve' }).click()
      await expect.poll(() => popup.isClosed()).toBe(true)
    },
    // The confirmation redirects after one or more seconds, so the clock is paused until it is checked.
    'planChange done / paid': async (step) => {
      await grantClaim(step)
      await answerUnchangedRecord(step)
      await stopClock(step.page)
      await answerPaid(step.hold)
    },
    'planChange done / an interrupted attempt is paid': async ({ page, hold }) => {
      await storeInterruptedAttempt(page, member.id, {
        ...interruptedAttempt,
        paymentMethod: { kind: 'paypal', subscriptionId: 'I-1' },
      })
      await releaseClaim(page)
      await hold.waitFor(memberCall)
      await stopClock(page)
      await hold.modify(memberCall, withSubscriptions(withYearly('active')))
    },
    'planChange done / refused': async (step) => {
      await grantClaim(step)
      await step.hold.refuse(memberCall, {
        code: 'rest_forbidden',
        message: step.text,
        status: 403,
      })
    },
    'planChange done / membershipChanged': async (step) => {
      await grantClaim(step)
      if (!loadedOffer(step)) return
      if (hasOtherGatewayPlan(step)) await step.hold.passThrough(memberCall)
      else await step.hold.modify(memberCall, withSubscriptions(withAllCanceled))
    },
    'planChange done / a cancellation is open': async ({ page }) => {
      await storeInterruptedCancellation(page, interruptedAttempt)
      await releaseClaim(page)
    },
    'planChange done / left': async (step) => {
      const { page, hold } = step
      if (!hasOtherGatewayPlan(step) && loadedOffer(step)) {
        await grantClaim(step)
        await answerUnchangedRecord(step)
        await answerDeclined(hold)
      } else {
        await storeInterruptedAttempt(page, member.id, interruptedAttempt)
        await releaseClaim(page)
        await respondToAllReads(page, hold, () => hold.modify(memberCall, withSubscriptions(withAllCanceled)))
      }
      await page.getByRole('button', { name: 'Use another payment method' }).click()
    },
    'confirmation done': async ({ page, hold }) => {
      await page.getByRole('button', { name: 'Continue now' }).click()
      // The session checks the role at the earliest a second after its last check.
      await page.clock.runFor(1_000)
      await hold.waitFor(me)
    },
    'awaitRecheck done': async ({ page, hold }) => {
      await page.clock.resume()
      // The redirect waits for the new role.
      await hold.release()
    },
  },
  delays: {
    recheckTimeout: async ({ page }) => {
      await page.clock.fastForward(5_000)
      await page.clock.resume()
    },
  },
  states: {
    // The storage is read immediately; before that, the page loads the role.
    resuming: async ({ page, hold, expect }) => {
      await hold.waitFor(me)
      await expect(page.getByRole('status').first()).toBeAttached()
    },
    loading: async ({ page, hold, expect }) => {
      await expect(page.getByRole('status', { name: 'Loading the plan' })).toBeVisible()
      await hold.waitFor(plan)
    },
    'failed.retryable': async (step) => {
      await expectLoadFailure(step)
      await step.expect(step.page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
    'failed.unknownPlan': async (step) => {
      await expectLoadFailure(step)
      await step.expect(step.page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    },
    'failed.cancellationOpen': async ({ page, expect, text }) => {
      const failure = page.getByRole('alert').filter({ hasText: 'Your cancellation isn’t confirmed yet' })
      await expect(failure).toContainText(text)
      await expect(page.getByRole('link', { name: 'Go to your plan' })).toHaveAttribute('href', '/profile')
      await expectNoPaymentMethod(page, expect)
    },
    'failed.incompletePlan': async (step) => {
      await expectLoadFailure(step, 'This plan can’t be bought right now')
      await step.expect(step.page.getByRole('button', { name: 'Try again' })).toBeVisible()
      await expectNoPaymentMethod(step.page, step.expect)
    },
    'warned.losingDays': async ({ page, expect }) => {
      await expect(
        page.getByRole('checkbox', { name: /^I understand that I’ll lose [\d,]+ days\.$/ }),
      ).not.toBeChecked()
      await expect(page.getByText('The time left on Monthly (through Dec 31, 2099)')).toContainText(
        /Yearly is paid through \w{3} \d{1,2}, \d{4}, so you lose [\d,]+ days that you already paid for\.$/,
      )
      await expectNoPaymentMethod(page, expect)
    },
    'warned.payingTwice': async ({ page, expect }) => {
      const box = page.getByRole('checkbox', { name: 'I understand that I’ll pay for both plans.' })
      await expect(box).not.toBeChecked()
      await expect(page.getByText('was bought elsewhere')).toBeVisible()
      await expectNoPaymentMethod(page, expect)
    },
    'warned.payingAgain': async ({ page, expect }) => {
      await expect(
        page.getByRole('checkbox', { name: 'I understand that I’ll pay for Yearly again.' }),
      ).not.toBeChecked()
      await expect(page.getByText('You already have Yearly')).toBeVisible()
      await expectNoPaymentMethod(page, expect)
    },
    'choosing.savedCard': async (step) => {
      const { page, hold, expect, text } = step
      await expect(newMethodButton(page)).toHaveAttribute('aria-expanded', 'false')
      await hold.waitFor(cards)
      await expect(savedCard(page).getByRole('alert')).toHaveText(text)
      await expect(page.getByText('was bought elsewhere')).toHaveCount(hasOtherGatewayPlan(step) ? 1 : 0)
      if (hasOtherGatewayPlan(step) || losesDays(step) || isCurrentPlan(step))
        await expect(agreement(page)).toBeChecked()
      else await expect(agreement(page)).toHaveCount(0)
    },
    'choosing.newCard': async ({ page, expect, text }) => {
      await expect(radio(page, 'Debit /Credit Card')).toBeChecked()
      await expect(form(page).getByRole('button', { name: 'Start free trial · $0 today', exact: true })).toBeVisible()
      await expect(form(page)).toContainText(trialTerms)
      if (text !== '') await expect(form(page).getByText(text)).toBeVisible()
    },
    'choosing.paypal': async ({ page, expect, text }) => {
      await expect(radio(page, 'PayPal Payment Method')).toBeChecked()
      await expect(paypal(page)).toContainText('Total today: $0')
      await expect(paypal(page)).toContainText(trialTerms)
      if (text !== '') await expect(paypal(page).getByText(text)).toBeVisible()
    },
    changing: async ({ page, hold, expect }) => {
      await expect(page.getByText('Checking for another payment in progress…')).toBeVisible()
      // The session asks for the user when a read has failed.
      const sent = hold.waiting.filter((call) => call !== me)
      expect(sent, 'no call is sent before the lock is granted').toEqual([])
    },
    thanking: ({ page, expect }) =>
      expect(
        page
          .getByRole('dialog', { name: 'Congratulations' })
          .or(page.getByRole('heading', { name: 'Thank You', level: 1 }))
          .or(page.getByText('You’re subscribed.'))
          .first(),
      ).toBeVisible(),
    rechecking: ({ page, expect }) => expect(page.getByRole('status', { name: 'Loading', exact: true })).toBeVisible(),
    left: async ({ page, expect }) => {
      await expect(page).not.toHaveURL(/upgrade/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  notNow: (label, snapshot) => {
    const { paymentMethod } = snapshot.context
    switch (label) {
      case 'paymentMethod.choose / the saved card':
        return snapshot.matches({ choosing: 'savedCard' }) ? 'It is selected already.' : undefined
      case 'paymentMethod.choose / a new card':
        return snapshot.matches({ choosing: 'newCard' }) ? 'It is selected already.' : undefined
      case 'paymentMethod.choose / PayPal':
        if (snapshot.matches({ choosing: 'paypal' })) return 'It is selected already.'
        return snapshot.matches({ choosing: 'savedCard' })
          ? 'A wide page shows PayPal only under a new payment method.'
          : undefined
      case 'planChange done / refused':
        return paymentMethod
          ? undefined
          : 'The outcome of an interrupted attempt is unknown, so a refusal is no result.'
      default:
        return undefined
    }
  },
  notInBrowser: {
    'awaitRecheck error': 'The session runs as long as the page.',
    'findAttempt error': 'The actor reports an unreadable storage as one without an attempt.',
  },
})
