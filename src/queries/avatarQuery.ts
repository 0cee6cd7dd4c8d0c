import { queryOptions } from '@tanstack/react-query'
import { type User } from '../../machines/session.types.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseAvatar } from '../api/memberParsers.ts'
import { readData } from '../api/readData.ts'

/**
 * The URL of the user's avatar; null without one. The user is part of the key, so when the user data changes, the
 * avatar is fetched again (specification, section 4).
 */
export const avatarQuery = ({ api }: { api: ApiClient }, user: User | undefined) =>
  queryOptions({
    queryKey: ['avatar', user],
    enabled: user !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<string | null> => {
      const params = { query: { user_id: user?.ID ?? 0 } }
      const url = await readData(toApiResult(api.GET('/wp-json/channel/v2/avatar', { params, signal }), parseAvatar))
      return url || null
    },
  })
