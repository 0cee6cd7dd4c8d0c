import { type Page } from '@playwright/test'
import model from '../../machines/reconciliation.model.ts'
import { type MemberRecord, type RecordAnswer, type ReconciliationOutput } from '../../../machines/reconciliation.ts'
import { leaveAttempt, member } from '../attempt.ts'
import { signIn } from '../fixture.ts'
import { flow } from '../flow.ts'
import { bringEnd } from '../pictures.ts'

const members = 'GET /wp-json/mp/v1/members/{id}'

const attempt = {
  planId: 104,
  means: { kind: 'savedCard', paymentMethodId: 'pm_1' },
  known: [11],
  cancelKey: 'cancel-1',
  payKey: 'pay-1',
} as const
const ending = { id: 11, providerId: 'sub_11', gateway: 'card' } as const

const left = {
  'nobody answered the payment of a change': { ...attempt, known: [11], ending, underWay: false },
  'nobody answered the payment of a guest': { ...attempt, known: [11], ending: undefined, underWay: false },
  'the bank said yes': { ...attempt, known: [11], ending, underWay: true },
}
const isInput = (input: string): input is keyof typeof left => input in left

/** The member's record with these subscriptions in place of its own. */
const showing = (subscriptions: MemberRecord['subscriptions']) => (body: unknown) => {
  const record = body as { recent_subscriptions: Record<string, unknown>[] }
  const [known] = record.recent_subscriptions
  return {
    ...record,
    recent_subscriptions: subscriptions.map(({ id, planId, status }) => ({
      ...known,
      id: String(id),
      membership: String(planId),
      status,
    })),
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** The words for what came of it. */
const verdicts = (isChange: boolean) =>
  ({
    paid: 'Thank You',
    ended: 'Thank You',
    standing: 'Nothing was paid',
    notPaid: isChange ? 'Your old plan has ended, the new one is not paid' : 'Your payment did not arrive',
    unclear: 'We don’t know yet whether you have paid',
  }) satisfies Record<ReconciliationOutput['kind'], string>

export default flow(model, {
  pose: ({ page }) => bringEnd(page),
  inputs: Object.keys(left),
  holds: [members],
  open: async ({ page, hold }, input) => {
    if (!isInput(input)) throw new Error(`No page is opened for ${input}`)
    await signIn(page, 'member')
    await leaveAttempt(page, member.id, left[input])
    await page.goto('/subscribe/104')
    // The first record is read for the role.
    await hold.through(members)
    await hold.made(members)
  },
  events: {},
  outcomes: {
    'readRecord done / refused': ({ hold }) =>
      hold.refuse(members, { code: 'rest_forbidden', message: 'Sorry, you are not allowed to do that.', status: 403 }),
    'readRecord done': async ({ hold, event }) => {
      const { output } = event as { output: RecordAnswer }
      if (output.kind === 'granted') await hold.changed(members, showing(output.record.subscriptions))
    },
    'readRecord error': ({ hold }) => hold.lose(members),
  },
  states: {
    'reading.asking': async ({ page, expect, hold, snapshot }) => {
      const title = snapshot.context.attempt.underWay ? 'Your payment is being processed' : 'We had no answer'
      await expect(heading(page, title)).toBeVisible()
      await hold.made(members)
    },
    'reading.pausing': async ({ page, expect, hold }) => {
      await expect(page.getByRole('region', { name: 'Payment', exact: true })).toHaveAttribute('aria-busy', 'true')
      expect(hold.waiting).toEqual([])
    },
    settled: async ({ page, expect, snapshot }) => {
      const { verdict, attempt: about } = snapshot.context
      await expect(heading(page, verdicts(about.ending !== undefined)[verdict])).toBeVisible()
    },
  },
  notInBrowser: {
    patience: 'The client gives a reading up after 15 seconds, so that five of them and their pauses end before.',
  },
})
