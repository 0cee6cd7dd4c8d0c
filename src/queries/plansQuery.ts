import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parsePlans } from '../api/paymentParsers.ts'
import { readData } from '../api/readData.ts'

/** All plans, in the order to show. */
export const plansQuery = ({ api }: { api: ApiClient }) =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) =>
      readData(toApiResult(api.GET('/wp-json/mp/v1/memberships', { signal }), parsePlans), 'membershipData'),
  })
