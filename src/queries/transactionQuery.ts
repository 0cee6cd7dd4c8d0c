import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseTransaction, type Transaction } from '../api/paymentParsers.ts'

/** One transaction; null where the host has none of that number for this member. */
export const transactionQuery = ({ api }: { api: ApiClient }, id: number) => ({
  queryKey: ['transaction', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Transaction | null> => {
    const result = await toApiResult(
      api.GET('/wp-json/mp/v1/transactions/{id}', { params: { path: { id } }, signal }),
      parseTransaction,
    )
    return result.kind === 'granted' ? result.data : null
  },
})
