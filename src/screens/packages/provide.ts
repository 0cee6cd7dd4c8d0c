import { memberQuery } from '../../queries/memberQuery.ts'
import { plansQuery } from '../../queries/plansQuery.ts'
import { currentPlanOf } from '../../billing/currentPlan.ts'
import { paidThrough } from '../../billing/membershipFacts.ts'
import { type Root } from '../../app/root.tsx'

/** The queries of the packages page: the plans and the member record. */
export const packageQueries = (root: Root, userId: number) => ({
  plans: plansQuery(root),
  currentPlan: {
    ...memberQuery(root, userId),
    select: (member: Parameters<typeof currentPlanOf>[0]) => {
      const currentPlan = currentPlanOf(member, root.configuration.gateways)
      return currentPlan ? { ...currentPlan, paidThrough: paidThrough(member) } : null
    },
  },
})
