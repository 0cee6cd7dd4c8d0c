import { paymentMethodLabel, invoiceQuery } from '../../actors/history.ts'
import { memberQuery } from '../../actors/membershipQueries.ts'
import { type Root } from '../../app/root.tsx'

/** What an invoice is made of: the transaction, and who paid it. */
export const invoiceQueries = (root: Root, id: string, userId: number) => ({
  transaction: invoiceQuery(root, id),
  member: memberQuery(root, userId),
})

/** How it was paid, '—' where nobody can say. */
export const paidBy = (root: Root, gateway: string) => paymentMethodLabel(gateway, root.configuration.gateways) || '—'
