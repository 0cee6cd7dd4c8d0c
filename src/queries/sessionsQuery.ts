import { queryOptions } from '@tanstack/react-query'
import { parseSessions } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { readData } from '../api/readData.ts'

/** The sessions of the user: one for each device that is signed in. */
export const sessionsQuery = ({ api }: { api: ApiClient }) =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) =>
      readData(toApiResult(api.GET('/wp-json/custom-plugin/sessions', { signal }), parseSessions)),
  })
