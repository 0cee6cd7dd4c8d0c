import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { outcome } from '../../api/outcome.ts'
import { readAvatar } from '../../api/readers.ts'
import { useRoot } from '../../app/root.tsx'

/**
 * The address of the user's picture, undefined without one and while nobody knows. The user data are part of the key:
 * when they change, the picture is fetched again.
 */
export function usePortrait(): string | undefined {
  const { host, session } = useRoot()
  const user = useSelector(session, (snapshot) => snapshot.context.user)
  const { data } = useQuery({
    queryKey: ['avatar', user],
    enabled: user !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const query = { user_id: user?.ID ?? 0 }
      const answer = await outcome(host.GET('/wp-json/channel/v2/avatar', { params: { query }, signal }), readAvatar)
      return (answer.kind === 'granted' && answer.data) || null
    },
  })
  return data ?? undefined
}
