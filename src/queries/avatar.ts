import { queryOptions } from '@tanstack/react-query'
import { type User } from '../../machines/session.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseAvatar } from '../api/memberParsers.ts'

/**
 * The address of the user's avatar; null without one and when the host refuses or does not respond. The user is part
 * of the key: when the user data change, the avatar is fetched again (specification, section 4).
 */
export const avatarQuery = (api: ApiClient, user: User | undefined) =>
  queryOptions({
    queryKey: ['avatar', user],
    enabled: user !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<string | null> => {
      const query = { user_id: user?.ID ?? 0 }
      const answer = await toApiResult(
        api.GET('/wp-json/channel/v2/avatar', { params: { query }, signal }),
        parseAvatar,
      )
      return (answer.kind === 'granted' && answer.data) || null
    },
  })
