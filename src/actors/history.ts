import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type PageAnswer, type Payment, type PaymentStatus } from '../../machines/history.ts'
import { type Configuration } from '../app/configuration.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { withReadableError } from '../api/withReadableError.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseTransaction, parseTransactions, type Transaction } from '../api/paymentParsers.ts'
import { plansQuery } from './membershipQueries.ts'

type Dependencies = {
  api: ApiClient
  queryClient: QueryClient
  configuration: Configuration
  userId: () => number
}

/** So many are asked for at once; the host gives no more. */
const perPage = 100

const statuses: readonly PaymentStatus[] = ['complete', 'pending', 'failed', 'refunded', 'confirmed']

const statusOf = (status: string): PaymentStatus => statuses.find((known) => known === status) ?? 'other'

/** How it was paid, in a word; '' where nobody can say. */
export function paymentMethodLabel(gateway: string, { card, paypal }: Configuration['gateways']): string {
  if (gateway === card) return 'Card'
  if (gateway === paypal) return 'PayPal'
  return gateway === '' || gateway === 'free' ? '' : 'Other'
}

/** What the history machine asks of the host. */
export const createHistoryActors = ({ api, queryClient, configuration, userId }: Dependencies) => ({
  loadPage: fromPromise<PageAnswer, { page: number }>(async ({ input: { page }, signal }) => {
    // The list names plans by their id alone; without their titles it is still a list.
    const titles = queryClient.fetchQuery({ ...plansQuery({ api }), staleTime: 300_000 }).catch(() => [])
    const query = { member: userId(), page, per_page: perPage }
    const call = api.GET('/wp-json/mp/v1/transactions', { params: { query }, signal })
    const answer = await toApiResult(call, parseTransactions)
    if (answer.kind === 'refused') return { kind: 'refused', message: answer.refusal.message }
    const { headers } = (await call).response
    const plans = new Map((await titles).map(({ id, title }) => [id, title]))
    const payments = answer.data.map((row): Payment => ({
      id: row.id,
      number: row.number,
      date: row.createdAt ?? '',
      year: row.createdAt ? String(new Date(row.createdAt).getFullYear()) : '',
      plan: row.planTitle || plans.get(row.planId ?? 0) || '—',
      amount: row.total ?? row.amount,
      method: paymentMethodLabel(row.gateway, configuration.gateways) || '—',
      status: statusOf(row.status),
    }))
    return {
      kind: 'granted',
      payments,
      // A page without a single row is the last, whatever the header says.
      pages: payments.length === 0 ? page : Number(headers.get('X-WP-TotalPages') ?? page) || page,
      total: Number(headers.get('X-WP-Total') ?? payments.length) || payments.length,
    }
  }),
})

const unreachableText = 'No answer. Check your connection and try again.'

/** One transaction, for its invoice. What an address names may be no number at all: nobody is asked for that. */
export const invoiceQuery = ({ api }: { api: ApiClient }, id: string) =>
  queryOptions({
    queryKey: ['transaction', id],
    queryFn: async ({ signal }): Promise<Transaction> => {
      if (!/^[1-9]\d{0,14}$/.test(id)) throw new Error('There is no such transaction.')
      const params = { path: { id: Number(id) } }
      const answer = await withReadableError(
        toApiResult(api.GET('/wp-json/mp/v1/transactions/{id}', { params, signal }), parseTransaction),
        unreachableText,
      )
      if (answer.kind === 'refused') throw new Error(answer.refusal.message || 'There is no such transaction.')
      return answer.data
    },
  })
