import { type Root } from '../../app/root.tsx'
import { memberQuery } from '../../queries/memberQuery.ts'
import { planQuery } from '../../queries/planQuery.ts'

/**
 * The queries of a receipt. The session reads the member record after a payment; `isRechecking` waits for it, so that the
 * record is not read twice.
 */
export const receiptQueries = (root: Root, planId: number, userId: number, isRechecking: boolean) => ({
  plan: { ...planQuery(root, String(planId)), staleTime: Infinity },
  member: { ...memberQuery(root, userId), enabled: !isRechecking },
})
