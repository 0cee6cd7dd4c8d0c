import { memberQuery } from '../../queries/memberQuery.ts'
import { planQuery } from '../../queries/planQuery.ts'
import { transactionQuery } from '../../queries/transactionQuery.ts'
import { type Root } from '../../app/root.tsx'

/** The queries of the summaries: the plan to buy, the member record, and the transaction shown as the invoice. */
export const upgradeQueries = (root: Root, plan: string, userId: number, transaction: number | undefined) => ({
  plan: planQuery(root, plan),
  member: memberQuery(root, userId),
  transaction: { ...transactionQuery(root, String(transaction ?? '')), enabled: transaction !== undefined },
})
