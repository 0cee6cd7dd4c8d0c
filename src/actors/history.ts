import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type FileResult } from '../../machines/fileDownload.ts'
import { type PageResult, type Payment, type PaymentStatus } from '../../machines/history.ts'
import { type Configuration } from '../app/configuration.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { type Transaction } from '../api/paymentParsers.ts'
import { toRefusedResult } from '../api/readData.ts'
import { maskedCardName } from '../billing/cardName.ts'
import { transactionsCsv } from '../billing/transactionsCsv.ts'
import { saveFile } from '../platform/saveFile.ts'
import { plansQuery } from '../queries/plansQuery.ts'
import { transactionsQuery } from '../queries/transactionsQuery.ts'

export type HistoryDependencies = {
  api: ApiClient
  queryClient: QueryClient
  configuration: Configuration
  userId: () => number
}

const statuses: readonly PaymentStatus[] = ['complete', 'pending', 'failed', 'refunded', 'confirmed']

const statusOf = (status: string): PaymentStatus => statuses.find((known) => known === status) ?? 'other'

/** The name of a payment method: the card that paid if the record has it. '' for an unknown or free one. */
export function paymentMethodLabel(
  { gateway, card: paidCard }: Pick<Transaction, 'gateway' | 'card'>,
  { card, paypal }: Configuration['gateways'],
): string {
  if (gateway === card) return paidCard ? maskedCardName(paidCard) : 'Card'
  if (gateway === paypal) return 'PayPal'
  return gateway === '' || gateway === 'free' ? '' : 'Other'
}

/** Reads pages of payments. */
const createPaymentReader =
  ({ api, queryClient, configuration, userId }: HistoryDependencies) =>
  async (page: number) => {
    // Transactions contain only the id of their plan. If the titles cannot be loaded, the page still works.
    const titles = queryClient.query({ ...plansQuery({ api }), staleTime: 300_000 }).catch(() => [])
    // The flow keeps the payments. Without the time they would stay in memory after the page is left.
    const query = { ...transactionsQuery({ api }, userId(), page), staleTime: 0, gcTime: 0 }
    const { transactions, pages, total } = await queryClient.query(query)
    const plans = new Map((await titles).map(({ id, title }) => [id, title]))
    const payments = transactions.map((row): Payment => ({
      id: row.id,
      number: row.number,
      date: row.createdAt ?? '',
      year: row.createdAt ? String(new Date(row.createdAt).getFullYear()) : '',
      plan: row.planTitle || plans.get(row.planId ?? 0) || '—',
      amount: row.total ?? row.amount,
      method: paymentMethodLabel(row, configuration.gateways) || '—',
      status: statusOf(row.status),
    }))
    return { payments, pages, total }
  }

/** The actors of the history machine. */
export const createHistoryActors = (dependencies: HistoryDependencies) => {
  const readPage = createPaymentReader(dependencies)
  return {
    loadPage: fromPromise<PageResult, { page: number }>(({ input: { page } }) =>
      readPage(page).then((result): PageResult => ({ kind: 'granted', ...result }), toRefusedResult),
    ),
  }
}

/** Reads all payments of a user, newest first. */
export async function readAllPayments(dependencies: HistoryDependencies): Promise<readonly Payment[]> {
  const readPage = createPaymentReader(dependencies)
  // A new payment shifts the pages, so a page may repeat a payment.
  const payments = new Map<number, Payment>()
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const result = await readPage(page)
    for (const payment of result.payments) payments.set(payment.id, payment)
    pages = result.pages
  }
  return [...payments.values()]
}

/** The actors that save the billing history as CSV. */
export const createHistoryDownloadActors = (dependencies: HistoryDependencies) => ({
  makeFile: fromPromise<FileResult>(async () => {
    const payments = await readAllPayments(dependencies).catch(toRefusedResult)
    if ('kind' in payments) return payments
    const { brand, money } = dependencies.configuration
    const file = new Blob([transactionsCsv(payments, money.currency)], { type: 'text/csv;charset=utf-8' })
    saveFile(`${brand.name.toLowerCase()}-transactions.csv`, file)
    return { kind: 'saved', note: '' }
  }),
})
