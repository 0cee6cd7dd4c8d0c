import { queryOptions } from '@tanstack/react-query'
import { parseRegions } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { readData } from '../api/readData.ts'

/** The names of the regions in which a channel can be requested, in the host's order. */
export const regionsQuery = ({ api }: { api: ApiClient }) =>
  queryOptions({
    queryKey: ['regions'],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const regions = await readData(toApiResult(api.GET('/wp-json/channel/v2/regions', { signal }), parseRegions))
      return [...new Set(regions.map(({ name }) => name))]
    },
  })
