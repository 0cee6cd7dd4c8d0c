import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseUser } from '../api/memberParsers.ts'
import { readData } from '../api/readData.ts'
import { userKey } from './userKey.ts'

/** The user record: the only record that has the phone number. Each session check reads it. */
export const userQuery = ({ api }: { api: ApiClient }) =>
  queryOptions({
    queryKey: userKey,
    queryFn: ({ signal }) =>
      readData(toApiResult(api.GET('/wp-json/custom-plugin/me/', { signal }), parseUser), 'membershipData'),
  })
