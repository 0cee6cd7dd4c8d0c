import { type Page } from '@playwright/test'
import { type planChangeMachine } from '../../../machines/planChange.ts'
import { type Attempt } from '../../../machines/reconciliation.ts'
import model from '../../machines/planChange.model.ts'
import { leaveAttempt, member } from '../attempt.ts'
import { cardNumber, cards, typeCard } from '../card.ts'
import { signIn } from '../fixture.ts'
import { flow, type Context } from '../flow.ts'
import { type Call } from '../hold.ts'

const members = 'GET /wp-json/mp/v1/members/{id}'
const cancel = 'POST /wp-json/payment/v1/cancel-subscription'
const saved = 'POST /wp-json/payment/v1/pay-from-save-card'
const create = 'POST /wp-json/payment/v1/create-subscription'

/** Who signs in for each input. The guest has been a member before. */
const who = {
  'a member changes the plan': 'member',
  'a guest subscribes': 'lapsed',
  'the old subscription has no name at its gateway': 'member',
  'a reload, to clear up what was cut': 'member',
} as const
const ids = { upgrade: member.id, subscribe: 6 }
const isInput = (input: string): input is keyof typeof who => input in who

const cut: Omit<Attempt, 'unanswered'> = {
  planId: 104,
  means: { kind: 'savedCard', paymentMethodId: 'pm_1' },
  ending: { id: 11, providerId: 'sub_11', gateway: 'card' },
  known: [11],
  cancelKey: '0f8c8a0e-4c52-4d0b-9b0c-5d2a7c0e6a11',
  payKey: '0f8c8a0e-4c52-4d0b-9b0c-5d2a7c0e6a12',
  underWay: false,
}

type Now = Context<typeof planChangeMachine>

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

/** Leaves an attempt of whoever is signed in: guests subscribe, members change their plan. */
const leave = (page: Page, attempt: typeof cut) =>
  leaveAttempt(page, page.url().includes('/subscribe/') ? ids.subscribe : ids.upgrade, attempt)

/** Lets the page have the lock that it asked for, or be told that another tab has it. */
const answerClaim = (page: Page) => page.evaluate(() => dispatchEvent(new Event('tour-claim')))

type Row = Record<string, unknown>

const withRows = (change: (rows: Row[]) => Row[]) => (body: unknown) => {
  const record = body as Row & { recent_subscriptions: Row[] }
  return { ...record, recent_subscriptions: change(record.recent_subscriptions) }
}
const ended = (rows: Row[]) => rows.map((row) => ({ ...row, status: 'cancelled' }))
const standing = (rows: Row[]) => [
  { ...rows[0], id: '11', membership: '102', status: 'active' },
  ...rows.filter(({ id }) => id !== '11'),
]
/** With one more, of the plan that is bought. */
const bought = (status: string) => (rows: Row[]) => [{ ...rows[0], id: '9001', membership: '104', status }, ...rows]

/** What is said to be under way is known to have failed by its own subscription, and by nothing else. */
const failed = ({ snapshot }: Now, rows: Row[]) =>
  snapshot.context.attempt?.underWay ? bought('cancelled')(rows) : rows

/** The call that waits now, of those that end or pay something. */
async function sent({ hold, expect }: Now): Promise<Call> {
  let found: Call | undefined
  await expect
    .poll(() => (found = hold.waiting.find((call) => call !== members)), 'a call that ends or pays')
    .toBeDefined()
  if (!found) throw new Error('No call is sent')
  return found
}

/** The call that pays, once what was to be ended is ended. */
async function charge(now: Now): Promise<Call> {
  const call = await sent(now)
  if (call !== cancel) return call
  await now.hold.json(cancel, { success: true, message: 'Done.' })
  return sent(now)
}

const decline = async (now: Now) =>
  now.hold.refuse(await charge(now), { code: 'card_declined', message: 'Your card was declined.', status: 402 })

/** The next thing that is to be kept of the attempt can't be. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name, value) {
      if (name !== 'statecast.attempt') return setItem.call(this, name, value)
      Storage.prototype.setItem = setItem
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })

/** All five readings, each answered alike, with the pauses between them. */
async function readToTheEnd({ page, hold }: Now, answer: () => Promise<void>): Promise<void> {
  for (let reads = 1; reads <= 5; reads++) {
    // Small steps: what passes while the page reads the answer is lost to the patience of the reading.
    for (let waited = 0; waited <= 9_000 && !hold.waiting.includes(members); waited += 100) await page.clock.runFor(100)
    await answer()
  }
}

const seeWords =
  (name: string) =>
  ({ page, expect }: Now) =>
    expect(heading(page, name)).toBeVisible()
const seeShort =
  (words: string) =>
  ({ page, expect }: Now) =>
    expect(
      page
        .getByRole('status')
        .or(page.getByRole('region', { name: 'Payment', exact: true }))
        .getByText(words),
    ).toBeVisible()

/** The record is read for the page anew. */
async function seeLoading({ page, hold, expect }: Now) {
  await expect(page.getByRole('status', { name: 'Loading the plan' })).toBeVisible()
  await hold.made(members)
}

const isToEnd = ({ context: { attempt, isEnded } }: Now['snapshot']) => attempt?.ending !== undefined && !isEnded

const nothingToEnd = 'Only what the page saw running is to be ended, and the attempt that is opened says so.'
const answeredBefore = 'What was sent before without an answer may have taken effect: a no to it is no answer.'

export default flow(model, {
  wideOnly: 'A phone pays with the saved card by a button of another name; the machine is the same.',
  open: async ({ page, hold, expect }, input) => {
    if (!isInput(input)) throw new Error(`No page is opened for ${input}`)
    const account = who[input]
    await signIn(page, account)
    if (input === 'a reload, to clear up what was cut') await leaveAttempt(page, member.id, cut)
    await page.addInitScript(() => {
      if (window.top !== window) return
      // Back from the provider's frame the session would be checked anew, with a call that is held here for the record.
      addEventListener('focus', (event) => event.target === window && event.stopImmediatePropagation(), true)
      const locks = navigator.locks
      const request = locks.request.bind(locks)
      locks.request = async (name: string, ...more: unknown[]) => {
        const isClaim = name === 'statecast.attempt' && (more[0] as LockOptions).ifAvailable === true
        if (isClaim) await new Promise((resolve) => addEventListener('tour-claim', resolve, { once: true }))
        return Reflect.apply(request, locks, [name, ...more]) as Promise<never>
      }
    })
    await page.clock.install()
    if (input === 'the old subscription has no name at its gateway') hold.keep(members)
    await page.goto(`/${account === 'member' ? 'upgrade' : 'subscribe'}/104`)
    if (input === 'a reload, to clear up what was cut') await expect(heading(page, 'One moment')).toBeVisible()
    else if (account === 'lapsed') {
      await cardNumber(page).waitFor()
      await page.getByLabel('Cardholder name').fill('Leda Prowse')
      await page.getByLabel('Billing address').fill('1 Main Street')
      await typeCard(page, cards.pays)
    }
    if (input === 'the old subscription has no name at its gateway') {
      // The first record is read for the role.
      await hold.through(members)
      await hold.changed(members, (body) => ({
        ...withRows((rows) => rows.map((row) => ({ ...row, subscr_id: 'mp-sub-1' })))(body),
        latest_txn: undefined,
      }))
    }
    if (input !== 'a reload, to clear up what was cut') {
      const pay = page.getByRole('button', { name: /^Pay/ })
      await expect(pay).toBeEnabled()
      hold.keep(members, cancel, saved, create)
      await pay.click()
    } else hold.keep(members, cancel, saved, create)
  },
  events: {
    'attempt.claimed / nothing is open': async ({ page }) => {
      await page.evaluate(() => localStorage.removeItem('statecast.attempt'))
      await answerClaim(page)
    },
    'attempt.claimed / an attempt was cut': async ({ page }) => {
      await leave(page, cut)
      await answerClaim(page)
    },
    'attempt.claimed / an attempt of a guest was cut': async ({ page }) => {
      await leave(page, { ...cut, ending: undefined })
      await answerClaim(page)
    },
    'attempt.taken': async ({ page }) => {
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
      await answerClaim(page)
    },
    'attempt.freed': async ({ page }) => {
      for (const other of page.context().pages()) if (other !== page) await other.close()
    },
    'payment.retry': ({ page }) => press(page, 'Try again'),
    'payment.leave': ({ page }) => press(page, 'Not now'),
    'record.check': ({ page }) => press(page, 'Check again'),
  },
  outcomes: {
    // Between the record and the kept attempt, and between a refusal and the renewed key, no call lies: where the next
    // step is one of those, the answer waits for it, so that storage can be full by then.
    'readRecord done / as the page has it': async ({ hold, snapshot }) => {
      if (snapshot.matches('superseded'))
        await hold.changed(
          members,
          withRows((rows) => rows.map((row) => ({ ...row, status: 'active' }))),
        )
    },
    'readRecord done / nothing to end': async ({ hold, snapshot }) => {
      if (snapshot.matches('superseded')) await hold.changed(members, withRows(ended))
    },
    'readRecord done / refused': ({ hold, snapshot }) =>
      hold.refuse(members, { code: 'rest_forbidden', message: snapshot.context.message, status: 403 }),
    'readRecord done / refused without a word': ({ hold }) =>
      hold.refuse(members, { code: 'rest_forbidden', message: '', status: 403 }),
    'readRecord error': ({ hold }) => hold.lose(members),
    'openAttempt done': ({ hold }) => hold.through(members),
    'openAttempt error': async ({ page, hold }) => {
      await fillStorage(page)
      await hold.through(members)
    },
    'renewKey done': decline,
    'renewKey error': async (now) => {
      await charge(now)
      await fillStorage(now.page)
      await decline(now)
    },
    'payment done / paid': async (now) =>
      now.hold.json(await charge(now), { success: true, message: 'Done.', subscription_id: '99', status: 'active' }),
    'payment done / not cancelled': ({ hold, snapshot }) =>
      hold.refuse(cancel, { code: 'subscription_not_found', message: snapshot.context.message, status: 404 }),
    'payment done / refused': async (now) => {
      if (now.snapshot.matches('refused')) await decline(now)
    },
    'payment done / nobody answered the cancellation': ({ hold }) => hold.lose(cancel),
    'payment done / nobody answered the payment': async (now) => now.hold.lose(await charge(now)),
    'payment done / under way': async (now) =>
      now.hold.json(await charge(now), { success: true, message: 'One moment.', status: 'pending' }),
    'reconciliation done / paid': ({ hold }) => hold.changed(members, withRows(bought('active'))),
    'reconciliation done / ended': ({ hold }) => hold.changed(members, withRows(ended)),
    'reconciliation done / standing': (now) =>
      readToTheEnd(now, () =>
        now.hold.changed(
          members,
          withRows((rows) => failed(now, standing(rows))),
        ),
      ),
    'reconciliation done / not paid': (now) =>
      readToTheEnd(now, () =>
        now.hold.changed(
          members,
          withRows((rows) => failed(now, ended(rows))),
        ),
      ),
    'reconciliation done / unclear': (now) => readToTheEnd(now, () => now.hold.lose(members)),
  },
  states: {
    claiming: seeShort('We see whether another payment is under way.'),
    underWay: seeWords('Payment under way'),
    reading: async (now) => {
      await seeShort('We look at your membership as it is now.')(now)
      await now.hold.made(members)
    },
    opening: seeShort('We look at your membership as it is now.'),
    paying: async (now) => {
      await seeShort('Please keep this page open until it is done.')(now)
      now.expect((await sent(now)) === cancel, 'what is to be ended is ended first').toBe(isToEnd(now.snapshot))
    },
    renewing: seeShort('Please keep this page open until it is done.'),
    reconciling: async ({ page, expect, hold, snapshot }) => {
      const isProcessing = snapshot.context.attempt?.underWay === true
      await expect(heading(page, isProcessing ? 'Your payment is being processed' : 'We had no answer')).toBeVisible()
      await hold.made(members)
      expect(hold.waiting).toEqual([members])
    },
    unclear: async ({ page, expect }) => {
      await expect(heading(page, 'We don’t know yet whether you have paid')).toBeFocused()
      await expect(page.getByRole('button', { name: /^(Try again|Not now|Pay.*)$/ })).toHaveCount(0)
    },
    notCancelled: seeWords('Nothing was paid'),
    cancelledNotPaid: seeWords('Your old plan has ended, the new one is not paid'),
    notPaid: seeWords('Your payment did not arrive'),
    paid: ({ page, expect }) =>
      expect(heading(page, 'Thank You').or(page.getByText('Your plan is paid.'))).toBeVisible(),
    refused: ({ page, expect, snapshot }) =>
      expect(page.getByRole('alert').filter({ hasText: snapshot.context.message })).toBeVisible(),
    superseded: seeLoading,
    left: seeLoading,
  },
  notNow: (label, snapshot) => {
    const { attempt, wish, unsent } = snapshot.context
    switch (label) {
      case 'openAttempt done / kept':
        return wish?.ending ? undefined : nothingToEnd
      case 'openAttempt done / kept, nothing to end':
        return wish?.ending ? nothingToEnd : undefined
      case 'payment done / not cancelled':
        if (attempt?.unanswered.cancel) return answeredBefore
        return isToEnd(snapshot) ? undefined : 'Nothing is to be ended.'
      case 'payment done / nobody answered the cancellation':
        return isToEnd(snapshot) ? undefined : 'Nothing is to be ended.'
      case 'payment done / refused':
        return attempt?.unanswered.pay ? answeredBefore : undefined
      case 'reconciliation done / ended':
        return unsent ? undefined : 'Once the payment is sent, an ended subscription alone settles nothing.'
      case 'reconciliation done / not paid':
        return unsent ? 'While nothing is sent, an ended subscription is all there is to wait for.' : undefined
      case 'reconciliation done / standing':
        return attempt?.ending ? undefined : 'Nothing was to be ended.'
      default:
        return undefined
    }
  },
  notInBrowser: {
    'payment error': 'The machine that pays makes an answer of every loss.',
    'reconciliation error': 'The machine that reads the record makes an answer of every loss.',
  },
})
