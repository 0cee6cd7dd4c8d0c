import { type Page } from '@playwright/test'
import { type cancellationMachine } from '../../../machines/cancellation.ts'
import model from '../../machines/cancellation.model.ts'
import { storeInterruptedAttempt, storeInterruptedCancellation, member } from '../interruptedAttempt.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'
import {
  cancelCall,
  clearAttempt,
  fillAttemptStorage,
  holdClaim,
  interruptedAttempt,
  memberCall,
  recordPaymentCalls,
  releaseClaim,
  respondToAllReads,
  takeClaimInOtherTab,
  withAllCanceled,
  withSubscriptions,
  withYearly,
} from '../paymentSteps.ts'
import { bringEndIntoView } from '../galleryScreenshots.ts'

type StepContext = DriverContext<typeof cancellationMachine>

const region = (page: Page) => page.getByRole('region', { name: 'Cancel plan', exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const press = (page: Page, name: string) => region(page).getByRole('button', { name, exact: true }).click()
const opener = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Cancel plan', exact: true })

async function closeOtherTabs(page: Page): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close()
}

/**
 * Waits until the record has been read as many times: by the machine, if the step responds to it, by the page and by the
 * session. A later read must not be held in their place.
 */
async function waitForReads({ page, expect }: StepContext, count: number, start: () => Promise<void>): Promise<void> {
  let reads = 0
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname === `/wp-json/mp/v1/members/${member.id}`) reads += 1
  })
  await start()
  await expect
    .poll(async () => {
      await page.clock.runFor(500)
      return reads
    })
    .toBeGreaterThanOrEqual(count)
}

const expectHeading =
  (name: string) =>
  ({ page, expect }: StepContext) =>
    expect(heading(page, name)).toBeVisible()
const expectQuestion =
  (name: string) =>
  ({ page, expect }: StepContext) =>
    expect(heading(page, name)).toBeFocused()
const expectReading = async (step: StepContext) => {
  await expectHeading('Checking your membership…')(step)
  await step.hold.waitFor(memberCall)
}

const calls = new WeakMap<Page, ReturnType<typeof recordPaymentCalls>>()

/** The cancellation is sent: under a new key, or under that of an earlier call, which a reload may have interrupted. */
const expectSent = (isSentAgain: boolean) => async (step: StepContext) => {
  await expectHeading('Canceling your plan…')(step)
  const request = await step.hold.waitFor(cancelCall)
  step.expect(request.postDataJSON()).toMatchObject({ sub_id: 11 })
  const keys = calls.get(step.page)?.keys() ?? []
  const [last, ...before] = [interruptedAttempt.cancelKey, ...keys].reverse()
  step.expect(before.includes(last ?? ''), `the key ${last} was sent before`).toBe(isSentAgain)
}

export default createPageDriver(model, {
  prepareScreenshot: ({ page }) => bringEndIntoView(page),
  open: async ({ page, expect }, input) => {
    calls.set(page, recordPaymentCalls(page))
    await signIn(page, 'member')
    const isInterrupted = input === 'a reload after an interrupted cancellation'
    if (isInterrupted) await storeInterruptedCancellation(page, interruptedAttempt)
    await holdClaim(page)
    await page.clock.install()
    await page.goto('/profile')
    await (isInterrupted
      ? expect(heading(page, 'Checking your membership…')).toBeVisible()
      : expect(opener(page)).toBeVisible())
  },
  events: {
    'plan.cancel / a plan by card': ({ page }) => opener(page).click(),
    'plan.keep': async ({ page }) => {
      await press(page, 'Keep plan')
      // The other tab of 'attempt.taken' would hold the next attempt too.
      await closeOtherTabs(page)
    },
    'plan.confirm': async ({ page }) => {
      const retry = region(page).getByRole('button', { name: 'Try again' })
      await ((await retry.isVisible()) ? retry.click() : press(page, 'Cancel plan'))
    },
    'cancellation.retry': ({ page }) => press(page, 'Try again'),
    'record.check': ({ page }) => press(page, 'Check again'),
    'attempt.claimed / nothing is open': async ({ page, hold }) => {
      await clearAttempt(page)
      hold.holdCalls(memberCall, cancelCall)
      await releaseClaim(page)
    },
    'attempt.claimed / a cancellation was interrupted': async ({ page, hold }) => {
      await storeInterruptedCancellation(page, interruptedAttempt)
      hold.holdCalls(memberCall, cancelCall)
      await releaseClaim(page)
    },
    'attempt.claimed / a payment was interrupted': async ({ page }) => {
      await storeInterruptedAttempt(page, member.id, interruptedAttempt)
      await releaseClaim(page)
    },
    'attempt.taken': async ({ page, hold }) => {
      hold.holdCalls(cancelCall)
      await takeClaimInOtherTab(page)
      await releaseClaim(page)
    },
    'attempt.freed': (step) => waitForReads(step, 2, () => closeOtherTabs(step.page)),
  },
  texts: {
    'readRecord done / refused': 'Sorry, you are not allowed to do that.',
    'readRecord done / refused without a message': 'Something went wrong while fetching memberpress data',
    'readRecord error / unreachable': 'Something went wrong while fetching memberpress data',
    'openAttempt error / it can’t be stored': 'Something went wrong',
    'cancelSubscription done / refused': 'This subscription can’t be ended.',
    'cancelSubscription done / refused without a message':
      'Something went wrong in cancelling previous subscription in stripe',
    'cancelSubscription error / no response': [],
    'cancellation.retry': [],
    'plan.confirm': [],
  },
  outcomes: {
    // No call separates the record from the stored attempt, so the response waits for the next step.
    'readRecord done / as on the page': () => Promise.resolve(),
    'readRecord done / the plan is canceled': (step) => {
      step.hold.holdCalls(cancelCall)
      return waitForReads(step, 3, () => step.hold.modify(memberCall, withSubscriptions(withAllCanceled)))
    },
    'readRecord done / another plan': (step) => {
      step.hold.holdCalls(cancelCall)
      return waitForReads(step, 3, () =>
        step.hold.modify(
          memberCall,
          withSubscriptions((rows) => withYearly('active')(withAllCanceled(rows))),
        ),
      )
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
    'cancelSubscription done / canceled': ({ hold }) => {
      hold.holdCalls(cancelCall)
      return hold.json(cancelCall, { success: true, message: 'Done.' })
    },
    'cancelSubscription done / refused': ({ hold, text }) =>
      hold.refuse(cancelCall, { code: 'subscription_not_found', message: text, status: 404 }),
    'cancelSubscription done / refused without a message': ({ hold }) =>
      hold.refuse(cancelCall, { code: 'subscription_not_found', message: '', status: 404 }),
    'cancelSubscription error': ({ hold }) => hold.abort(cancelCall),
    'reconciliation done / canceled': ({ hold }) => {
      hold.holdCalls(cancelCall)
      return hold.modify(memberCall, withSubscriptions(withAllCanceled))
    },
    'reconciliation done / notCanceled': ({ page, hold }) =>
      respondToAllReads(page, hold, () => hold.passThrough(memberCall)),
    'reconciliation done / outcomeUnknown': ({ page, hold }) =>
      respondToAllReads(page, hold, () => hold.abort(memberCall)),
  },
  states: {
    idle: async ({ page, expect }) => {
      await expect(opener(page)).toBeVisible()
      await expect(region(page)).toHaveCount(0)
    },
    asking: async (step) => {
      await expectQuestion('Cancel Monthly?')(step)
      await step
        .expect(region(step.page))
        .toContainText(/You can watch until [A-Z][a-z]{2} \d{1,2}, \d{4}\. You won’t be charged again\./)
    },
    'attempting.claiming': async (step) => {
      await expectHeading('Checking your membership…')(step)
      step.expect(step.hold.waiting, 'nothing is read or sent before the claim').toEqual([])
    },
    'attempting.underWay': expectQuestion('Your plan is in use in another tab'),
    'attempting.reading': expectReading,
    'attempting.opening': expectReading,
    'attempting.canceling': expectSent(false),
    'attempting.retrying': expectSent(true),
    'attempting.reconciling': async (step) => {
      await expectHeading('We’re confirming your cancellation')(step)
      await step.hold.waitFor(memberCall)
      step.expect(step.hold.waiting, 'the call is not sent again').toEqual([memberCall])
    },
    'attempting.outcomeUnknown': async (step) => {
      await expectQuestion('We can’t confirm your cancellation yet')(step)
      await step.expect(region(step.page).getByRole('button', { name: /^(Try again|Cancel plan)$/ })).toHaveCount(0)
    },
    'attempting.notCanceled': async (step) => {
      await expectQuestion('Your plan is still active')(step)
      if (step.text !== '') await step.expect(region(step.page).getByRole('alert')).toHaveText(step.text)
    },
    refused: async (step) => {
      await expectQuestion('We couldn’t cancel your plan')(step)
      await step.expect(region(step.page).getByRole('alert')).toHaveText(step.text)
    },
    paymentOpen: async (step) => {
      await expectQuestion('Your last payment isn’t confirmed yet')(step)
      await step
        .expect(region(step.page).getByRole('link', { name: 'Check payment' }))
        .toHaveAttribute('href', '/upgrade/104')
    },
    changed: expectHeading('Your plan has changed'),
    canceled: async ({ page, expect }) => {
      await expect(heading(page, 'Canceled · access until')).toBeFocused()
      await expect(page.getByRole('link', { name: 'Choose a plan' })).toHaveAttribute('href', '/profile/packages')
    },
  },
  alike: {
    'attempting.opening': 'The record and the stored attempt have no call between them, so the read is still held.',
  },
  notNow: (label, snapshot) => {
    if (label.startsWith('plan.cancel') && snapshot.matches('canceled'))
      return 'A canceled plan has no such button until a plan is chosen again.'
    return snapshot.matches('missingId') ? 'Every subscription of the sandbox has an id at its gateway.' : undefined
  },
  notInBrowser: {
    'plan.cancel / a plan by PayPal': 'The account of the tours pays by card.',
    'plan.cancel / a plan without an id at its gateway': 'Every subscription of the sandbox has an id at its gateway.',
    'openAttempt done / stored, by PayPal': 'The account of the tours pays by card.',
    'reconciliation error': 'The reconciliation machine turns every failure into an output.',
  },
})
