import { useQuery } from '@tanstack/react-query'
import { channelSlugOf } from '../../app/accessRules.ts'
import { useRoot } from '../../app/root.tsx'
import { returnToChannelQueries } from './provide.ts'

/** The name of the channel at `path`, a general text until it is loaded. */
export function ReturnChannelName({ path }: { path: string }) {
  const { data } = useQuery(returnToChannelQueries(useRoot()).channels)
  const slug = channelSlugOf(new URL(path, window.location.origin).pathname)
  return data?.find((channel) => channel.slug === slug)?.name ?? 'your channel'
}
