import { memberQuery } from '../../queries/memberQuery.ts'
import { planQuery } from '../../queries/planQuery.ts'
import { type Root } from '../../app/root.tsx'

/** The queries of the summary. The checkout uses the same queries, so each is requested once. */
export const subscribeQueries = (root: Root, plan: string, userId: number) => ({
  plan: planQuery(root, plan),
  member: memberQuery(root, userId),
})
