import { type Page } from '@playwright/test'
import { type planChangeMachine } from '../../../machines/planChange.ts'
import model from '../../machines/planChange.model.ts'
import { leaveAttempt, member } from '../attempt.ts'
import { cardNumber, cards, typeCard } from '../card.ts'
import { stopClock } from '../clock.ts'
import { signIn } from '../fixture.ts'
import { flow, type Context } from '../flow.ts'
import {
  active,
  answerClaim,
  bought,
  cancel,
  charge,
  cut,
  decline,
  ended,
  forgetAttempt,
  holdClaim,
  members,
  moneyCalls,
  pay,
  readToTheEnd,
  sent,
  withRows,
} from '../paying.ts'
import { bringEnd } from '../pictures.ts'

/** Who signs in for each input. The guest has been a member before. */
const who = {
  'a member changes the plan': 'member',
  'a guest subscribes': 'lapsed',
  'the old subscription has no name at its gateway': 'member',
  'a reload, to clear up what was cut': 'member',
} as const
const ids = { upgrade: member.id, subscribe: 6 }
const isInput = (input: string): input is keyof typeof who => input in who

type Row = Record<string, unknown>
type Now = Context<typeof planChangeMachine>

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

/** Leaves an attempt of whoever is signed in: guests subscribe, members change their plan. */
const leave = (page: Page, attempt: typeof cut) =>
  leaveAttempt(page, page.url().includes('/subscribe/') ? ids.subscribe : ids.upgrade, attempt)

const standing = (rows: Row[]) => [
  { ...rows[0], id: '11', membership: '102', status: 'active' },
  ...rows.filter(({ id }) => id !== '11'),
]
/** What is said to be under way is known to have failed by its own subscription, and by nothing else. */
const failed = ({ snapshot }: Now, rows: Row[]) =>
  snapshot.context.attempt?.underWay ? bought('cancelled')(rows) : rows

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
  pose: ({ page }) => bringEnd(page),
  wideOnly: 'A phone pays with the saved card by a button of another name; the machine is the same.',
  open: async ({ page, hold, expect }, input) => {
    if (!isInput(input)) throw new Error(`No page is opened for ${input}`)
    const account = who[input]
    await signIn(page, account)
    if (input === 'a reload, to clear up what was cut') await leaveAttempt(page, member.id, cut)
    await holdClaim(page)
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
      const button = page.getByRole('button', { name: /^Pay/ })
      await expect(button).toBeEnabled()
      hold.keep(...moneyCalls)
      await button.click()
    } else hold.keep(...moneyCalls)
  },
  events: {
    'attempt.claimed / nothing is open': async ({ page }) => {
      await forgetAttempt(page)
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
      if (snapshot.matches('superseded')) await hold.changed(members, withRows(active))
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
    'renewKey done': ({ hold }) => decline(hold),
    'renewKey error': async (now) => {
      await charge(now.hold)
      await fillStorage(now.page)
      await decline(now.hold)
    },
    // Thanks may stand for a second only, before they lead on: for them the clock stands still.
    'payment done / paid': async ({ page, hold }) => {
      await charge(hold)
      await stopClock(page)
      await pay(hold)
    },
    'payment done / not cancelled': ({ hold, snapshot }) =>
      hold.refuse(cancel, { code: 'subscription_not_found', message: snapshot.context.message, status: 404 }),
    'payment done / refused': async (now) => {
      if (now.snapshot.matches('refused')) await decline(now.hold)
    },
    'payment done / nobody answered the cancellation': ({ hold }) => hold.lose(cancel),
    'payment done / nobody answered the payment': async (now) => now.hold.lose(await charge(now.hold)),
    'payment done / under way': async (now) =>
      now.hold.json(await charge(now.hold), { success: true, message: 'One moment.', status: 'pending' }),
    'reconciliation done / paid': async ({ page, hold }) => {
      await hold.made(members)
      await stopClock(page)
      await hold.changed(members, withRows(bought('active')))
    },
    'reconciliation done / ended': ({ hold }) => hold.changed(members, withRows(ended)),
    'reconciliation done / standing': (now) =>
      readToTheEnd(now.page, now.hold, () =>
        now.hold.changed(
          members,
          withRows((rows) => failed(now, standing(rows))),
        ),
      ),
    'reconciliation done / not paid': (now) =>
      readToTheEnd(now.page, now.hold, () =>
        now.hold.changed(
          members,
          withRows((rows) => failed(now, ended(rows))),
        ),
      ),
    'reconciliation done / unclear': (now) => readToTheEnd(now.page, now.hold, () => now.hold.lose(members)),
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
      now.expect((await sent(now.hold)) === cancel, 'what is to be ended is ended first').toBe(isToEnd(now.snapshot))
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
