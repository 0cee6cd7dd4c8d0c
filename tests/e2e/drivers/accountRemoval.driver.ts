import { type Page } from '@playwright/test'
import model from '../../machines/accountRemoval.model.ts'
import { signIn } from '../fixture.ts'
import { closeInEachWay } from '../page.ts'
import { createPageDriver } from '../pageDriver.ts'

const member = 'GET /wp-json/mp/v1/members/{id}'
const request = 'POST /wp-json/custom-plugin/erase-request'

const busy = { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.', status: 429 }
const section = (page: Page) => page.getByRole('region', { name: 'Delete account' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' })
const planFirst = (page: Page) => page.getByRole('dialog', { name: 'Cancel your plan first' })
const ask = (page: Page) => section(page).getByRole('button', { name: 'Delete account' }).click()

/** The record of a member whose canceled subscriptions run. */
const withPlan = (record: unknown) => {
  const member = record as { recent_subscriptions: object[] }
  return { ...member, recent_subscriptions: member.recent_subscriptions.map((one) => ({ ...one, status: 'active' })) }
}

/** The record of a member whose canceled plan is paid for. */
const withPaidTime = (record: unknown) => {
  const member = record as { recent_subscriptions: { membership: string }[]; recent_transactions: object[] }
  const { membership } = member.recent_subscriptions[0] ?? { membership: '' }
  return {
    ...member,
    recent_transactions: member.recent_transactions.map((one) => ({
      ...one,
      ...{ membership, status: 'complete', expires_at: '2099-12-31 12:00:00' },
    })),
    active_memberships: [
      {
        id: Number(membership),
        title: 'Monthly',
        price: '19.99',
        period: '1',
        period_type: 'months',
        trial: false,
        trial_days: '0',
      },
    ],
  }
}

export default createPageDriver(model, {
  heldCalls: [request],
  open: async ({ page, expect }) => {
    await signIn(page, 'lapsed')
    await page.goto('/profile')
    await expect(page.getByText('You don’t have an active plan.')).toBeVisible()
    await expect(section(page)).toBeVisible()
  },
  events: {
    'removal.ask': ({ page }) => ask(page),
    'removal.confirm': async ({ page, hold }) => {
      hold.holdCalls(request, member)
      await question(page).getByRole('button', { name: 'Send link' }).click()
    },
    'removal.cancel': async ({ page, hold, expect }) => {
      if (await planFirst(page).isVisible()) {
        await planFirst(page).getByRole('link', { name: 'Go to your plan' }).click()
        await expect(page).toHaveURL('/profile#membership')
      } else await closeInEachWay(question(page), 'Cancel', () => ask(page))
      expect(hold.waiting, 'nothing is requested').toEqual([])
    },
  },
  texts: {
    'removal.ask': [],
    'removal.confirm': [],
    'requestRemoval done / granted':
      'Check your email. We sent a link to lapsed@statecast.test. Your account is deleted when you open it.',
    'requestRemoval done / a plan is running':
      'Your plan is still active and will renew. Cancel it, then delete your account.',
    'requestRemoval done / paid time is left': [],
    'requestRemoval done / refused': 'Too many requests. Please wait a moment.',
    'requestRemoval error / unreachable': 'Statecast isn’t responding. Check your connection and try again.',
  },
  outcomes: {
    'requestRemoval done / granted': async ({ hold }) => {
      await hold.passThrough(member)
      await hold.passThrough(request)
    },
    'requestRemoval done / a plan is running': ({ hold }) => hold.modify(member, withPlan),
    'requestRemoval done / paid time is left': ({ hold }) => hold.modify(member, withPaidTime),
    'requestRemoval done / refused': async ({ hold }) => {
      await hold.passThrough(member)
      await hold.refuse(request, busy)
    },
    'requestRemoval error': async ({ hold }) => {
      await hold.passThrough(member)
      await hold.abort(request)
    },
  },
  states: {
    idle: async ({ page, expect }) => {
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(section(page).getByRole('button', { name: 'Delete account' })).toBeEnabled()
    },
    confirming: async ({ page, expect, text }) => {
      await expect(question(page)).toContainText('We’ll email a link to lapsed@statecast.test.')
      await expect(question(page).getByRole('alert')).toHaveText(text)
    },
    losingTime: async ({ page, expect, text }) => {
      await expect(question(page).getByRole('status')).toHaveText(
        /^Your Monthly plan ends on Dec 31, 2099\. If you delete your account now, you lose \d\d,\d{3} days without a refund\.$/,
      )
      await expect(question(page).getByRole('alert')).toHaveText(text)
      await expect(question(page).getByRole('button', { name: 'Send link anyway' })).toBeFocused()
    },
    requesting: async ({ page, expect }) => {
      await expect(question(page).getByRole('button', { name: 'Send link' })).toHaveAttribute('data-loading', 'true')
      await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeDisabled()
    },
    planRunning: ({ page, expect, text }) => expect(planFirst(page)).toContainText(text),
    requested: async ({ page, expect, text }) => {
      await expect(section(page).getByRole('status')).toHaveText(text)
      await expect(section(page).getByRole('button')).toBeHidden()
      await expect(page.getByRole('dialog')).toBeHidden()
    },
  },
})
