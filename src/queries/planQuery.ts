import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { errorTextFor } from '../api/errorTexts.ts'
import { isRecordId } from '../api/isRecordId.ts'
import { parsePlan } from '../api/paymentParsers.ts'
import { ReadError, readData } from '../api/readData.ts'

/** One plan. `id` comes from the URL. An invalid id fails without a request. */
export const planQuery = ({ api }: { api: ApiClient }, id: string) =>
  queryOptions({
    queryKey: ['plan', id],
    queryFn: async ({ signal }) => {
      if (!isRecordId(id)) throw new ReadError('refused', errorTextFor('membershipData'))
      const params = { path: { id: Number(id) } }
      return readData(
        toApiResult(api.GET('/wp-json/mp/v1/memberships/{id}', { params, signal }), parsePlan),
        'membershipData',
      )
    },
  })
