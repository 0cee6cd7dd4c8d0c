import { fileDownloadMachine } from '../../../machines/fileDownload.ts'
import { paymentMethodLabel } from '../../actors/history.ts'
import { createInvoiceDownloadActors } from '../../actors/invoiceDownload.ts'
import { type Member } from '../../api/memberParsers.ts'
import { type Transaction } from '../../api/paymentParsers.ts'
import { type Root } from '../../app/root.tsx'
import { invoiceText } from '../../features/transaction/invoiceText.ts'
import { type InvoiceText } from '../../platform/invoicePdf.ts'
import { memberQuery } from '../../queries/memberQuery.ts'
import { transactionQuery } from '../../queries/transactionQuery.ts'

const userOf = ({ session }: Root) => session.getSnapshot().context.user

/** The queries of an invoice: the transaction and the member who paid. */
export const invoiceQueries = (root: Root, id: string) => ({
  transaction: transactionQuery(root, id),
  member: memberQuery(root, userOf(root)?.ID ?? 0),
})

/** The texts of an invoice. Without `member` it has no address. */
export function invoiceTextOf(root: Root, transaction: Transaction, member: Member | undefined): InvoiceText {
  const { configuration } = root
  const paidWith = paymentMethodLabel(transaction, configuration.gateways) || '—'
  return invoiceText(transaction, { member, user: userOf(root), paidWith }, configuration)
}

/** The download of an invoice as PDF, from the records that the page has loaded. */
export function provideInvoiceDownload(root: Root, id: string) {
  const { configuration, queryClient } = root
  const invoice = async () => {
    const queries = invoiceQueries(root, id)
    const member = queryClient.query({ ...queries.member, staleTime: Infinity }).catch(() => undefined)
    const transaction = await queryClient.query({ ...queries.transaction, staleTime: Infinity })
    return invoiceTextOf(root, transaction, await member)
  }
  return fileDownloadMachine.provide({
    actors: createInvoiceDownloadActors({ invoice, locale: configuration.money.locale }),
  })
}
