import { memberQuery } from '../../queries/memberQuery.ts'
import { plansQuery } from '../../queries/plansQuery.ts'
import { currentPlanOf } from '../../billing/currentPlan.ts'
import { type Root } from '../../app/root.tsx'

/** What the screen of the plans reads: the list, and what the member who looks at it has running. */
export const packageQueries = (root: Root, userId: number) => ({
  plans: plansQuery(root),
  currentPlan: {
    ...memberQuery(root, userId),
    select: (member: Parameters<typeof currentPlanOf>[0]) =>
      currentPlanOf(member, root.configuration.gateways) ?? 'nothing',
  },
})
