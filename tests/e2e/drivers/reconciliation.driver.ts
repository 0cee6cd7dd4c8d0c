import { type Page } from '@playwright/test'
import model from '../../machines/reconciliation.model.ts'
import { type Attempt, type MemberRecord, type RecordResult } from '../../../machines/payment.types.ts'
import { storeInterruptedAttempt, member } from '../interruptedAttempt.ts'
import { signIn } from '../fixture.ts'
import { untakenTransitions } from '../../payments/untakenTransitions.ts'
import { createPageDriver } from '../pageDriver.ts'
import { bringEndIntoView } from '../galleryScreenshots.ts'
import { longWaits } from '../waits.ts'

const members = 'GET /wp-json/mp/v1/members/{id}'

const attempt: Omit<Attempt, 'outcomeUnknown'> = {
  planId: 104,
  paymentMethod: { kind: 'savedCard', paymentMethodId: 'pm_1' },
  subscriptionToCancel: { id: 11, providerId: 'sub_11', gateway: 'card' },
  knownSubscriptionIds: [11],
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
  underWay: false,
}

const interruptedAttempts = {
  'the payment of a change has no response': attempt,
  'the payment of a guest has no response': { ...attempt, subscriptionToCancel: undefined },
  'the bank confirmed the payment': { ...attempt, underWay: true },
}
const isInput = (input: string): input is keyof typeof interruptedAttempts => input in interruptedAttempts

/** The member's record with other subscriptions. */
const withSubscriptions = (subscriptions: MemberRecord['subscriptions']) => (body: unknown) => {
  const record = body as { recent_subscriptions: Record<string, unknown>[] }
  const [first] = record.recent_subscriptions
  return {
    ...record,
    recent_subscriptions: subscriptions.map(({ id, planId, status }) => ({
      ...first,
      id: String(id),
      membership: String(planId),
      status,
    })),
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** The heading of the outcome, by the last read. */
function headingAfter([input, ...labels]: readonly string[]): string {
  const last = labels.findLast((label) => label.startsWith('readRecord')) ?? ''
  if (last === 'readRecord done / the new one active') return 'Thank You'
  const isUnread = last === 'readRecord done / refused' || last === 'readRecord error / unreachable'
  const isOpen = input === 'the bank confirmed the payment' && last !== 'readRecord done / the new one failed'
  if (isUnread || isOpen) return 'We can’t confirm your payment yet'
  if (input === 'the payment of a guest has no response') return 'Your payment didn’t go through'
  return /as it was|the new one pending|the plan from before the attempt/.test(last)
    ? 'Your plan hasn’t changed'
    : 'Your old plan was canceled, but the payment for the new one didn’t go through'
}

export default createPageDriver(model, {
  untakenByModelCheck: untakenTransitions.reconciliation,
  prepareScreenshot: ({ page }) => bringEndIntoView(page),
  inputs: Object.keys(interruptedAttempts),
  heldCalls: [members],
  open: async ({ page, hold }, input) => {
    if (!isInput(input)) throw new Error(`No page is opened for ${input}`)
    await signIn(page, 'member')
    await storeInterruptedAttempt(page, member.id, interruptedAttempts[input])
    await page.goto('/subscribe/104')
    // The first read of the record determines the role.
    await hold.passThrough(members)
    await hold.waitFor(members)
  },
  events: {},
  outcomes: {
    'readRecord done / refused': ({ hold }) =>
      hold.refuse(members, { code: 'rest_forbidden', message: 'Sorry, you are not allowed to do that.', status: 403 }),
    'readRecord done': async ({ hold, event }) => {
      const { output } = event as { output: RecordResult }
      if (output.kind === 'granted') await hold.modify(members, withSubscriptions(output.record.subscriptions))
    },
    'readRecord error': ({ hold }) => hold.abort(members),
  },
  delays: {
    // The page may start the pause after the clock has advanced, so the clock advances until the next read.
    betweenReads: async ({ page, expect, hold }) => {
      await expect(async () => {
        await page.clock.runFor(200)
        expect(hold.waiting).toEqual([members])
      }).toPass({ intervals: [0], timeout: longWaits.clockSteps })
    },
  },
  states: {
    'reading.requesting': async ({ page, expect, hold, labels: [input] }) => {
      const title =
        input === 'the bank confirmed the payment' ? 'Your payment is being processed' : 'We’re confirming your payment'
      await expect(heading(page, title)).toBeVisible()
      await hold.waitFor(members)
    },
    'reading.waiting': async ({ page, expect, hold }) => {
      await expect(page.getByRole('region', { name: 'Payment', exact: true })).toHaveAttribute('aria-busy', 'true')
      expect(hold.waiting).toEqual([])
    },
    settled: ({ page, expect, labels }) => expect(heading(page, headingAfter(labels))).toBeVisible(),
  },
  notInBrowser: {
    timeout: 'The client times a read out after 15 seconds, so five reads and their pauses end earlier.',
  },
})
