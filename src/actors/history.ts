import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type PageResult, type Payment, type PaymentStatus } from '../../machines/history.ts'
import { type Configuration } from '../app/configuration.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toRefusedResult } from '../api/readData.ts'
import { plansQuery } from '../queries/plansQuery.ts'
import { transactionsQuery } from '../queries/transactionsQuery.ts'

type Dependencies = {
  api: ApiClient
  queryClient: QueryClient
  configuration: Configuration
  userId: () => number
}

const statuses: readonly PaymentStatus[] = ['complete', 'pending', 'failed', 'refunded', 'confirmed']

const statusOf = (status: string): PaymentStatus => statuses.find((known) => known === status) ?? 'other'

/** The name of a payment method; '' for an unknown or free one. */
export function paymentMethodLabel(gateway: string, { card, paypal }: Configuration['gateways']): string {
  if (gateway === card) return 'Card'
  if (gateway === paypal) return 'PayPal'
  return gateway === '' || gateway === 'free' ? '' : 'Other'
}

/** The actors of the history machine. */
export const createHistoryActors = ({ api, queryClient, configuration, userId }: Dependencies) => ({
  loadPage: fromPromise<PageResult, { page: number }>(async ({ input: { page } }) => {
    // Transactions contain only the id of their plan. If the titles cannot be loaded, the page still works.
    const titles = queryClient.query({ ...plansQuery({ api }), staleTime: 300_000 }).catch(() => [])
    const query = { ...transactionsQuery({ api }, userId(), page), staleTime: 0 }
    const result = await queryClient.query(query).catch(toRefusedResult)
    if ('kind' in result) return result
    const { transactions, pages, total } = result
    const plans = new Map((await titles).map(({ id, title }) => [id, title]))
    const payments = transactions.map((row): Payment => ({
      id: row.id,
      number: row.number,
      date: row.createdAt ?? '',
      year: row.createdAt ? String(new Date(row.createdAt).getFullYear()) : '',
      plan: row.planTitle || plans.get(row.planId ?? 0) || '—',
      amount: row.total ?? row.amount,
      method: paymentMethodLabel(row.gateway, configuration.gateways) || '—',
      status: statusOf(row.status),
    }))
    return { kind: 'granted', payments, pages, total }
  }),
})
