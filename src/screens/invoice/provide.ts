import { methodOf, transactionQuery } from '../../actors/history.ts'
import { memberQuery } from '../../actors/membership.ts'
import { type Root } from '../../app/root.tsx'

/** What an invoice is made of: the transaction, and who paid it. */
export const invoiceReads = (root: Root, id: string, userId: number) => ({
  transaction: transactionQuery(root, id),
  member: memberQuery(root, userId),
})

/** How it was paid, '—' where nobody can say. */
export const paidBy = (root: Root, gateway: string) => methodOf(gateway, root.configuration.gateways) || '—'
