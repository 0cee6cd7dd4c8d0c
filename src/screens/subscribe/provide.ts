import { memberQuery, planQuery } from '../../actors/membershipQueries.ts'
import { type Root } from '../../app/root.tsx'

/** What the summary reads; the checkout asks the same, and both share one answer. */
export const subscribeQueries = (root: Root, plan: string, userId: number) => ({
  plan: planQuery(root, plan),
  member: memberQuery(root, userId),
})
