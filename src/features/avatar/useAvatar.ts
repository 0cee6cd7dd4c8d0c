import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useRoot } from '../../app/root.tsx'
import { avatarQuery } from '../../queries/avatarQuery.ts'

/** Returns the URL of the signed-in user's avatar; undefined without one and while it loads. */
export function useAvatar(): string | undefined {
  const { api, session } = useRoot()
  const user = useSelector(session, (snapshot) => snapshot.context.user)
  const { data } = useQuery(avatarQuery({ api }, user))
  return data ?? undefined
}
