import { useQuery } from '@tanstack/react-query'
import { matchPath } from 'react-router-dom'
import { appRoutes } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { returnToChannelQueries } from './provide.ts'

/** The name of the channel at `path`, a general text until it is loaded. */
export function ReturnChannelName({ path }: { path: string }) {
  const { data } = useQuery(returnToChannelQueries(useRoot()).channels)
  const { pathname } = new URL(path, window.location.origin)
  const slug = matchPath(appRoutes.video.pattern, pathname)?.params.channel
  return data?.find((channel) => channel.slug === slug)?.name ?? 'your channel'
}
