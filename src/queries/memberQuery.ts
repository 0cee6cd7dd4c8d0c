import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseMember } from '../api/memberParsers.ts'
import { readData } from '../api/readData.ts'
import { memberKey } from './memberKey.ts'

/**
 * The member record of the signed-in user. It is fresh for 10 s, because the session check has just read it when a
 * page opens. Payments and edits invalidate it.
 */
export const memberQuery = ({ api }: { api: ApiClient }, id: number) =>
  queryOptions({
    queryKey: memberKey(id),
    queryFn: ({ signal }) =>
      readData(
        toApiResult(api.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id } }, signal }), parseMember),
        'membershipData',
      ),
    staleTime: 10_000,
  })
