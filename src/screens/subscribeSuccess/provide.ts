import { createBrowserAttemptStore } from '../../actors/attemptStore.ts'

/** Whether this member has completed a payment in this browser. */
export const hasPaid = (page: Window, member: number): boolean =>
  createBrowserAttemptStore(page).paidPlan(member) !== undefined
