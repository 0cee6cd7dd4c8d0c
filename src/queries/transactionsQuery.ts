import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseTransactions } from '../api/paymentParsers.ts'
import { readData } from '../api/readData.ts'

/** The page size: the maximum that the host allows. */
const perPage = 100

/** One page of a member's transactions, newest first, and the number of pages and transactions. `page` starts at 1. */
export const transactionsQuery = ({ api }: { api: ApiClient }, member: number, page: number) =>
  queryOptions({
    queryKey: ['transactions', member, page],
    queryFn: async ({ signal }) => {
      const params = { query: { member, page, per_page: perPage } }
      const request = api.GET('/wp-json/mp/v1/transactions', { params, signal })
      const transactions = await readData(toApiResult(request, parseTransactions))
      const { headers } = (await request).response
      return {
        transactions,
        // An empty page is the last one, regardless of the header.
        pages: transactions.length === 0 ? page : Number(headers.get('X-WP-TotalPages') ?? page) || page,
        total: Number(headers.get('X-WP-Total') ?? transactions.length) || transactions.length,
      }
    },
  })
