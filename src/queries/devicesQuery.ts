import { queryOptions } from '@tanstack/react-query'
import { parseSessions } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { readData } from '../api/readData.ts'

/** The devices that are signed in: one for each session of the user. */
export const devicesQuery = ({ api }: { api: ApiClient }) =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: ({ signal }) =>
      readData(toApiResult(api.GET('/wp-json/custom-plugin/sessions', { signal }), parseSessions)),
  })
