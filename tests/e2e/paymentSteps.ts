/** Steps of a payment in a browser test: fills in its forms, holds its lock and its calls, and responds to them. */
import { type Page, type Request } from '@playwright/test'
import { type Attempt } from '../../machines/payment.types.ts'
import { testCards, typeCard } from './card.ts'
import { expect } from './fixture.ts'
import { heading } from './page.ts'
import { type Call, type RequestHold } from './requestHold.ts'
import { type SandboxClient } from './server.ts'

export const memberCall = 'GET /wp-json/mp/v1/members/{id}'
export const cancelCall = 'POST /wp-json/payment/v1/cancel-subscription'

/** The calls that cancel or pay, and the one that reads the member record. */
export const moneyCalls = [
  memberCall,
  cancelCall,
  'POST /wp-json/payment/v1/pay-from-save-card',
  'POST /wp-json/payment/v1/create-subscription',
  'POST /wp-json/payment/v1/capture-paypal-subscription',
] as const satisfies readonly Call[]

/** An interrupted attempt of the sandbox's member to change to the plan Yearly. */
export const interruptedAttempt: Omit<Attempt, 'outcomeUnknown'> = {
  planId: 104,
  paymentMethod: { kind: 'savedCard', paymentMethodId: 'pm_1' },
  subscriptionToCancel: { id: 11, providerId: 'sub_11', gateway: 'card' },
  knownSubscriptionIds: [11],
  cancelKey: '0f8c8a0e-4c52-4d0b-9b0c-5d2a7c0e6a11',
  payKey: '0f8c8a0e-4c52-4d0b-9b0c-5d2a7c0e6a12',
  underWay: false,
}

/** Delays the lock request of the attempt on every later page until `releaseClaim`. */
export const holdClaim = (page: Page) =>
  page.addInitScript(() => {
    if (window.top !== window) return
    // When the focus returns from the provider's frame, the session check would send a call that is held for the payment.
    addEventListener('focus', (event) => event.target === window && event.stopImmediatePropagation(), true)
    const { locks } = navigator
    const request = locks.request.bind(locks)
    locks.request = async (name: string, ...more: unknown[]) => {
      const isClaim = name === 'statecast.attempt' && (more[0] as LockOptions).ifAvailable === true
      if (isClaim) await new Promise((resolve) => addEventListener('tour-claim', resolve, { once: true }))
      return Reflect.apply(request, locks, [name, ...more]) as Promise<never>
    }
  })

/** Lets the delayed lock request proceed. */
export const releaseClaim = (page: Page) => page.evaluate(() => dispatchEvent(new Event('tour-claim')))

/** Removes the stored attempt. */
export const clearAttempt = (page: Page) => page.evaluate(() => localStorage.removeItem('statecast.attempt'))

/** Holds the lock of the attempt in a new tab of the same browser. */
export async function takeClaimInOtherTab(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/manifest.webmanifest')
  await other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        void navigator.locks.request('statecast.attempt', () => {
          resolve()
          return new Promise(() => undefined)
        })
      }),
  )
}

/** Makes the next write of the attempt fail. */
export const fillAttemptStorage = (page: Page) =>
  page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name, value) {
      if (name !== 'statecast.attempt') return setItem.call(this, name, value)
      Storage.prototype.setItem = setItem
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })

type Row = Record<string, unknown>

/** The member's record with other subscriptions. */
export const withSubscriptions = (change: (rows: Row[]) => Row[]) => (body: unknown) => {
  const record = body as Row & { recent_subscriptions: Row[] }
  return { ...record, recent_subscriptions: change(record.recent_subscriptions) }
}
export const withAllCanceled = (rows: Row[]): Row[] => rows.map((row) => ({ ...row, status: 'cancelled' }))
export const withAllActive = (rows: Row[]): Row[] => rows.map((row) => ({ ...row, status: 'active' }))
/** Adds a subscription of the plan Yearly. */
export const withYearly =
  (status: string) =>
  (rows: Row[]): Row[] => [{ ...rows[0], id: '9001', membership: '104', status }, ...rows]

/** Waits for a held call that cancels or pays. */
export async function waitForMoneyCall(hold: RequestHold): Promise<Call> {
  const found = () => hold.waiting.find((call) => call !== memberCall && moneyCalls.some((money) => money === call))
  await expect.poll(found, 'a call that cancels or pays').toBeDefined()
  const call = found()
  if (!call) throw new Error('The call is no longer held')
  return call
}

/** Responds to the cancellation, if there is one, and waits for the call that pays. */
export async function waitForPayCall(hold: RequestHold): Promise<Call> {
  const call = await waitForMoneyCall(hold)
  if (call !== cancelCall) return call
  await hold.json(cancelCall, { success: true, message: 'Done.' })
  return waitForMoneyCall(hold)
}

export const answerPaid = async (hold: RequestHold) =>
  hold.json(await waitForPayCall(hold), { success: true, message: 'Done.', subscription_id: '99', status: 'active' })

export const answerDeclined = async (hold: RequestHold) =>
  hold.refuse(await waitForPayCall(hold), { code: 'card_declined', message: 'Your card was declined.', status: 402 })

/** Responds to all five reads of the record in the same way. The clock of the page must be installed. */
export async function respondToAllReads(page: Page, hold: RequestHold, respond: () => Promise<void>): Promise<void> {
  for (let reads = 1; reads <= 5; reads++) {
    // Small steps, because time that passes while the page processes a response counts toward the timeout.
    for (let waited = 0; waited <= 9_000 && !hold.waiting.includes(memberCall); waited += 100)
      await page.clock.runFor(100)
    await respond()
  }
}

/** Pays with a new card, or starts a trial with it. */
export const payButton = (page: Page) => page.getByRole('button', { name: /^(Pay|Start free trial)/ })
export const thankYou = (page: Page) => heading(page, 'Thank You')

/** Fills in the required fields of the card form. */
export async function fillCardForm(page: Page, number: string = testCards.succeeds): Promise<void> {
  await page.getByLabel('Cardholder name').fill('Gus Guest')
  await page.getByLabel('Billing address').fill('1 Main Street')
  await typeCard(page, number)
}

export const paypalButton = (page: Page) =>
  page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'Pay with PayPal' })

/** Selects an option of each list of the location. */
export async function chooseLocation(page: Page, names: Readonly<Record<string, string>>): Promise<void> {
  for (const [list, name] of Object.entries(names)) {
    const box = page.getByRole('combobox', { name: list })
    // The text of a country that is filled in is the same, which opens no list.
    await box.click()
    await box.fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
}

/** Presses PayPal's button and returns PayPal's window. */
export async function openPaypalWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), paypalButton(page).click()])
  return popup
}

/** Selects PayPal and approves the payment in its window. */
export async function payWithPaypal(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'PayPal Payment Method' }).check()
  await (await openPaypalWindow(page)).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('dialog', { name: 'Congratulations' })).toBeVisible()
}

/** Records the calls that create, cancel, or pay. */
export function recordPaymentCalls(page: Page) {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (/\/payment\/v1\/(create|pay-from|capture|cancel)/.test(request.url())) sent.push(request)
  })
  const key = (request: Request) => request.headers()['idempotency-key']
  return {
    sent,
    names: () => sent.map((request) => new URL(request.url()).pathname.split('/').at(-1)),
    keys: () => sent.map(key).filter((found) => found !== undefined),
  }
}

/** The rows of the ledger, each as kind, provider and plan. */
export const ledgerEffects = async (sandbox: SandboxClient) =>
  (await sandbox.ledger()).map(({ kind, provider, plan_id }) => `${kind} ${provider} ${plan_id}`)
