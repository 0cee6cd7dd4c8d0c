import { createAttemptStore } from '../../actors/attemptStore.ts'

/** Whether this member has completed a payment in this browser. */
export const hasPaid = (page: Window, member: number): boolean =>
  createAttemptStore({
    storage: () => page.localStorage,
    locks: undefined,
    uuid: () => page.crypto.randomUUID(),
  }).paidPlan(member) !== undefined
