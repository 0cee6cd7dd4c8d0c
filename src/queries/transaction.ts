import { type HostClient } from '../api/client.ts'
import { outcome } from '../api/outcome.ts'
import { readTransaction, type Transaction } from '../api/paymentReaders.ts'

/** One transaction; null where the host has none of that number for this member. */
export const transactionQuery = ({ host }: { host: HostClient }, id: number) => ({
  queryKey: ['transaction', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Transaction | null> => {
    const told = await outcome(
      host.GET('/wp-json/mp/v1/transactions/{id}', { params: { path: { id } }, signal }),
      readTransaction,
    )
    return told.kind === 'granted' ? told.data : null
  },
})
