import { paymentMethodLabel } from '../../actors/history.ts'
import { memberQuery } from '../../queries/memberQuery.ts'
import { transactionQuery } from '../../queries/transactionQuery.ts'
import { type Root } from '../../app/root.tsx'

/** The queries of an invoice: the transaction and the member who paid. */
export const invoiceQueries = (root: Root, id: string, userId: number) => ({
  transaction: transactionQuery(root, id),
  member: memberQuery(root, userId),
})

/** The payment method, '—' where it is unknown. */
export const paidBy = (root: Root, gateway: string) => paymentMethodLabel(gateway, root.configuration.gateways) || '—'
