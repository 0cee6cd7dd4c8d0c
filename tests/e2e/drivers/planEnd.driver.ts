import { type Page } from '@playwright/test'
import { type planEndMachine } from '../../../machines/planEnd.ts'
import model from '../../machines/planEnd.model.ts'
import { signIn } from '../fixture.ts'
import { createPageDriver, type DriverContext } from '../pageDriver.ts'

const member = 'GET /wp-json/mp/v1/members/{id}'
const storageKey = 'statecast.planEnd'

type StepContext = DriverContext<typeof planEndMachine>

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Your plan ends on' })

type Day = { year: number; month: number; day: number }

/** The day in so many days from today, in the time zone of the page. The tests may run in another one. */
const dayIn = (page: Page, days: number): Promise<Day> =>
  page.evaluate((count) => {
    const date = new Date()
    date.setDate(date.getDate() + count)
    return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
  }, days)

/** The record of a member whose plan is canceled and ends on a day. */
const endingOn =
  ({ year, month, day }: Day) =>
  (record: unknown) => {
    const { recent_subscriptions, recent_transactions, ...rest } = record as Record<
      'recent_subscriptions' | 'recent_transactions',
      object[]
    >
    const expires_at = `${new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)} 12:00:00`
    return {
      ...rest,
      recent_subscriptions: recent_subscriptions.map((one) => ({ ...one, status: 'cancelled' })),
      recent_transactions: recent_transactions.map((one) => ({ ...one, expires_at })),
    }
  }

/** Loads the page again, on which the session reads the record. Without `endsIn` the plan renews. */
const reload =
  ({ endsIn, isDismissed = false }: { endsIn?: number; isDismissed?: boolean }) =>
  async ({ page, hold }: StepContext) => {
    hold.holdCalls(member)
    const dismissedOn = await dayIn(page, isDismissed ? 0 : -1)
    const end = endsIn === undefined ? undefined : await dayIn(page, endsIn)
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      storageKey,
      JSON.stringify(dismissedOn),
    ] as const)
    await page.reload()
    await hold.modify(member, end ? endingOn(end) : (record) => record)
  }

/** Both states without a notice look alike. The browser stores the day on which the notice was dismissed. */
const expectNoNotice =
  (isDismissed: boolean) =>
  async ({ page, expect }: StepContext) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Live Channels' })).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
    const stored = await page.evaluate((key) => localStorage.getItem(key), storageKey)
    const today = JSON.stringify(await dayIn(page, 0))
    expect(stored === today, `dismissed today, ${today}: the browser stores ${stored}`).toBe(isDismissed)
  }

export default createPageDriver(model, {
  open: async ({ page, expect }) => {
    await signIn(page, 'member')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Live Channels' })).toBeVisible()
  },
  events: {
    'record.read / the plan ends in three days': reload({ endsIn: 3 }),
    'record.read / the plan ends today': reload({ endsIn: 0 }),
    'record.read / the plan ends in four days': reload({ endsIn: 4 }),
    'record.read / the plan renews': reload({}),
    'record.read / the plan ends in three days, and the notice was dismissed today': reload({
      endsIn: 3,
      isDismissed: true,
    }),
    'notice.dismiss': async ({ page, expect }) => {
      await page.getByRole('button', { name: 'Dismiss for today' }).click()
      await expect(page.getByRole('main')).toBeFocused()
    },
  },
  texts: {
    'record.read / the plan ends in three days': [],
  },
  states: {
    hidden: expectNoNotice(false),
    shown: async ({ page, expect }) => {
      await expect(notice(page)).toContainText(/^Your plan ends on [A-Z][a-z]{2} \d{1,2}, \d{4}\./)
      await expect(notice(page).getByRole('link', { name: 'Choose a plan' })).toHaveAttribute(
        'href',
        '/profile/packages',
      )
    },
    dismissed: expectNoNotice(true),
  },
})
