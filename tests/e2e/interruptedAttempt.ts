/** Stores an interrupted payment attempt, as a page before a reload would. */
import { type Page } from '@playwright/test'
import { type Attempt } from '../../machines/payment.types.ts'

/** Stores it for the origin of the page. `member` is the id of the user. */
export async function storeInterruptedAttempt(
  page: Page,
  member: number,
  attempt: Omit<Attempt, 'outcomeUnknown'>,
): Promise<void> {
  const text = JSON.stringify({ state: 'open', member, attempt })
  await page.evaluate((item) => localStorage.setItem('statecast.attempt', item), text)
}

/** Stores an interrupted cancellation of the subscription that this attempt would cancel. */
export async function storeInterruptedCancellation(
  page: Page,
  { subscriptionToCancel, cancelKey }: Pick<Attempt, 'subscriptionToCancel' | 'cancelKey'>,
): Promise<void> {
  const text = JSON.stringify({
    state: 'canceling',
    member: member.id,
    attempt: { subscriptionToCancel, key: cancelKey },
  })
  await page.evaluate((item) => localStorage.setItem('statecast.attempt', item), text)
}

/** The member of the sandbox, whose active subscription is to the plan Monthly. */
export const member = { id: 2, plan: 102 } as const
