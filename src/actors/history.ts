import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type PageAnswer, type Payment, type Status } from '../../machines/history.ts'
import { type Configuration } from '../app/configuration.ts'
import { type HostClient } from '../api/client.ts'
import { orSay } from '../api/noAnswer.ts'
import { outcome } from '../api/outcome.ts'
import { readTransaction, readTransactions, type Transaction } from '../api/paymentReaders.ts'
import { plansQuery } from './membership.ts'

type World = {
  host: HostClient
  queryClient: QueryClient
  configuration: Configuration
  userId: () => number
}

/** So many are asked for at once; the host gives no more. */
const perPage = 100

const statuses: readonly Status[] = ['complete', 'pending', 'failed', 'refunded', 'confirmed']

const statusOf = (status: string): Status => statuses.find((known) => known === status) ?? 'other'

/** How it was paid, in a word; '' where nobody can say. */
export function methodOf(gateway: string, { card, paypal }: Configuration['gateways']): string {
  if (gateway === card) return 'Card'
  if (gateway === paypal) return 'PayPal'
  return gateway === '' || gateway === 'free' ? '' : 'Other'
}

/** What the history machine asks of the host. */
export const historyActors = ({ host, queryClient, configuration, userId }: World) => ({
  loadPage: fromPromise<PageAnswer, { page: number }>(async ({ input: { page }, signal }) => {
    // The list names plans by their id alone; without their titles it is still a list.
    const titles = queryClient.fetchQuery({ ...plansQuery({ host }), staleTime: 300_000 }).catch(() => [])
    const query = { member: userId(), page, per_page: perPage }
    const call = host.GET('/wp-json/mp/v1/transactions', { params: { query }, signal })
    const answer = await outcome(call, readTransactions)
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
      method: methodOf(row.gateway, configuration.gateways) || '—',
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

const lost = 'No answer. Check your connection and try again.'

/** One transaction, for its invoice. What an address names may be no number at all: nobody is asked for that. */
export const transactionQuery = ({ host }: { host: HostClient }, id: string) =>
  queryOptions({
    queryKey: ['transaction', id],
    queryFn: async ({ signal }): Promise<Transaction> => {
      if (!/^[1-9]\d{0,14}$/.test(id)) throw new Error('There is no such transaction.')
      const params = { path: { id: Number(id) } }
      const answer = await orSay(
        outcome(host.GET('/wp-json/mp/v1/transactions/{id}', { params, signal }), readTransaction),
        lost,
      )
      if (answer.kind === 'refused') throw new Error(answer.refusal.message || 'There is no such transaction.')
      return answer.data
    },
  })
