import { createBrowserAttemptStore } from '../../actors/attemptStore.ts'
import { type Purchase } from '../../billing/receipt.ts'

/** What this member has paid for in this browser; undefined without a completed payment. */
export const findPurchase = (page: Window, member: number): Purchase | undefined =>
  createBrowserAttemptStore(page).purchase(member)
