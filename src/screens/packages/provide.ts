import { memberQuery } from '../../queries/memberQuery.ts'
import { plansQuery } from '../../queries/plansQuery.ts'
import { currentPlanOf } from '../../billing/currentPlan.ts'
import { paidThrough } from '../../billing/membershipFacts.ts'
import { paidTimeLeft } from '../../billing/paidTimeLeft.ts'
import { dayOf } from '../../billing/validUntil.ts'
import { type Root } from '../../app/root.tsx'

/** The queries of the packages page: the plans, and the current plan or what is left of one that does not renew. */
export const packageQueries = (root: Root, userId: number) => ({
  plans: plansQuery(root),
  membership: {
    ...memberQuery(root, userId),
    select: (member: Parameters<typeof currentPlanOf>[0]) => {
      const { gateways } = root.configuration
      const currentPlan = currentPlanOf(member, gateways)
      return {
        currentPlan: currentPlan && { ...currentPlan, paidThrough: paidThrough(member) },
        paidTime: currentPlan ? undefined : paidTimeLeft(member, gateways, dayOf(new Date())),
      }
    },
  },
})
