import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { isRecordId } from '../api/isRecordId.ts'
import { parseTransaction } from '../api/paymentParsers.ts'
import { ReadError, readData } from '../api/readData.ts'

/** One transaction. `id` comes from the URL. An invalid id fails without a request. */
export const transactionQuery = ({ api }: { api: ApiClient }, id: string) =>
  queryOptions({
    queryKey: ['transaction', id],
    queryFn: async ({ signal }) => {
      if (!isRecordId(id)) throw new ReadError('refused', 'We couldn’t find this transaction.')
      const params = { path: { id: Number(id) } }
      return readData(toApiResult(api.GET('/wp-json/mp/v1/transactions/{id}', { params, signal }), parseTransaction))
    },
  })
