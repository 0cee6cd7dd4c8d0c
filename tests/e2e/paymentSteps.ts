/** A payment in a browser test: what it asks this browser and the host for, one after the other, and answers to each. */
import { type Page } from '@playwright/test'
import { type Attempt } from '../../machines/payment.types.ts'
import { expect } from './fixture.ts'
import { type Call, type RequestHold } from './requestHold.ts'

export const memberCall = 'GET /wp-json/mp/v1/members/{id}'
export const cancelCall = 'POST /wp-json/payment/v1/cancel-subscription'

/** Calls that end or pay something, and the one that reads what became of it. */
export const moneyCalls = [
  memberCall,
  cancelCall,
  'POST /wp-json/payment/v1/pay-from-save-card',
  'POST /wp-json/payment/v1/create-subscription',
  'POST /wp-json/payment/v1/capture-paypal-subscription',
] as const satisfies readonly Call[]

/** An attempt of the sandbox's member to change to the plan Yearly, as a page that was closed has left it. */
export const interruptedAttempt: Omit<Attempt, 'outcomeUnknown'> = {
  planId: 104,
  paymentMethod: { kind: 'savedCard', paymentMethodId: 'pm_1' },
  subscriptionToCancel: { id: 11, providerId: 'sub_11', gateway: 'card' },
  knownSubscriptionIds: [11],
  cancelKey: '0f8c8a0e-4c52-4d0b-9b0c-5d2a7c0e6a11',
  payKey: '0f8c8a0e-4c52-4d0b-9b0c-5d2a7c0e6a12',
  underWay: false,
}

/** Makes a payment of every later page wait before it claims the one attempt of this browser, until `answerClaim`. */
export const holdClaim = (page: Page) =>
  page.addInitScript(() => {
    if (window.top !== window) return
    // Back from a provider's frame the session would be checked anew, with a call that is held for the payment.
    addEventListener('focus', (event) => event.target === window && event.stopImmediatePropagation(), true)
    const { locks } = navigator
    const request = locks.request.bind(locks)
    locks.request = async (name: string, ...more: unknown[]) => {
      const isClaim = name === 'statecast.attempt' && (more[0] as LockOptions).ifAvailable === true
      if (isClaim) await new Promise((resolve) => addEventListener('tour-claim', resolve, { once: true }))
      return Reflect.apply(request, locks, [name, ...more]) as Promise<never>
    }
  })

/** Lets the page have the lock that it asked for, or be told that another tab has it. */
export const releaseClaim = (page: Page) => page.evaluate(() => dispatchEvent(new Event('tour-claim')))

/** Nothing is open in this browser. */
export const clearAttempt = (page: Page) => page.evaluate(() => localStorage.removeItem('statecast.attempt'))

type Row = Record<string, unknown>

/** The member's record with other subscriptions. */
export const withSubscriptions = (change: (rows: Row[]) => Row[]) => (body: unknown) => {
  const record = body as Row & { recent_subscriptions: Row[] }
  return { ...record, recent_subscriptions: change(record.recent_subscriptions) }
}
export const withAllCancelled = (rows: Row[]): Row[] => rows.map((row) => ({ ...row, status: 'cancelled' }))
export const withAllActive = (rows: Row[]): Row[] => rows.map((row) => ({ ...row, status: 'active' }))
/** With one more, of the plan Yearly. */
export const withYearly =
  (status: string) =>
  (rows: Row[]): Row[] => [{ ...rows[0], id: '9001', membership: '104', status }, ...rows]

/** The call that waits now, of those that end or pay something. */
export async function waitForMoneyCall(hold: RequestHold): Promise<Call> {
  const found = () => hold.waiting.find((call) => call !== memberCall && moneyCalls.some((money) => money === call))
  await expect.poll(found, 'a call that ends or pays').toBeDefined()
  const call = found()
  if (!call) throw new Error('The call has gone')
  return call
}

/** The call that pays, once what was to be ended is ended. */
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

/** All five readings, each answered alike, with the pauses between them. The page's clock has to be installed. */
export async function answerAllReads(page: Page, hold: RequestHold, answer: () => Promise<void>): Promise<void> {
  for (let reads = 1; reads <= 5; reads++) {
    // Small steps: what passes while the page reads the answer is lost to the patience of the reading.
    for (let waited = 0; waited <= 9_000 && !hold.waiting.includes(memberCall); waited += 100)
      await page.clock.runFor(100)
    await answer()
  }
}
