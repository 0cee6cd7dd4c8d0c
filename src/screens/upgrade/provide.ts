import { memberQuery, planQuery } from '../../actors/membershipQueries.ts'
import { transactionQuery } from '../../queries/transactionQuery.ts'
import { type Root } from '../../app/root.tsx'

/** What the summaries read: the plan that is bought, the member record, and the transaction that is shown as invoice. */
export const upgradeQueries = (root: Root, plan: string, userId: number, transaction: number | undefined) => ({
  plan: planQuery(root, plan),
  member: memberQuery(root, userId),
  transaction: { ...transactionQuery(root, transaction ?? 0), enabled: transaction !== undefined },
})
