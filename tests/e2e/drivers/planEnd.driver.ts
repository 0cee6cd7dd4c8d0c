import { type Page } from '@playwright/test'
import { type planEndMachine } from '../../../machines/planEnd.ts'
import model from '../../machines/planEnd.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'

const member = 'GET /wp-json/mp/v1/members/{id}'
const storageKey = 'statecast.planEnd'

type StepContext = DriverContext<typeof planEndMachine>

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Your plan ends on' })

const dayIn = (days: number): Date => new Date(Date.now() + days * 86_400_000)

/** The record of a member whose plan is canceled and ends in so many days. */
const endingIn = (days: number) => (record: unknown) => {
  const { recent_subscriptions, recent_transactions, ...rest } = record as Record<
    'recent_subscriptions' | 'recent_transactions',
    object[]
  >
  const expires_at = `${dayIn(days).toISOString().slice(0, 10)} 12:00:00`
  return {
    ...rest,
    recent_subscriptions: recent_subscriptions.map((one) => ({ ...one, status: 'cancelled' })),
    recent_transactions: recent_transactions.map((one) => ({ ...one, expires_at })),
  }
}

/** Loads the page again, on which the session reads the record. */
const reload =
  (change: (record: unknown) => unknown, dismissedOn: Date) =>
  async ({ page, hold }: StepContext) => {
    hold.holdCalls(member)
    const day = { year: dismissedOn.getFullYear(), month: dismissedOn.getMonth() + 1, day: dismissedOn.getDate() }
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [storageKey, JSON.stringify(day)] as const)
    await page.reload()
    await hold.modify(member, change)
  }

const expectNoNotice = async ({ page, expect }: StepContext) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Live Channels' })).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
}

export default createPageDriver(model, {
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Live Channels' })).toBeVisible()
  },
  events: {
    'record.read / the plan ends in three days': reload(endingIn(3), dayIn(-1)),
    'record.read / the plan ends today': reload(endingIn(0), dayIn(-1)),
    'record.read / the plan ends in four days': reload(endingIn(4), dayIn(-1)),
    'record.read / the plan renews': reload((record) => record, dayIn(-1)),
    'record.read / the plan ends in three days, and the notice was dismissed today': reload(endingIn(3), dayIn(0)),
    'notice.dismiss': async ({ page, expect }) => {
      await page.getByRole('button', { name: 'Dismiss for today' }).click()
      await expect(page.getByRole('main')).toBeFocused()
    },
  },
  texts: {
    'record.read / the plan ends in three days': [],
  },
  states: {
    hidden: expectNoNotice,
    shown: async ({ page, expect }) => {
      await expect(notice(page)).toContainText(/^Your plan ends on [A-Z][a-z]{2} \d{1,2}, \d{4}\./)
      await expect(notice(page).getByRole('link', { name: 'Choose a plan' })).toHaveAttribute(
        'href',
        '/profile/packages',
      )
    },
    dismissed: expectNoNotice,
  },
})
