import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { matchPath } from 'react-router-dom'
import { appRoutes } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import classes from './ReturnToChannelNotice.module.css'
import { returnToChannelQueries } from './provide.ts'

/** Where paying leads whoever came for a channel; nothing where the way began elsewhere. */
export function ReturnToChannelNotice() {
  const { returnToChannel: wayBack } = useRoot()
  const [path] = useState(wayBack.channelPath)
  return path === undefined ? null : <ChannelDestination path={path} />
}

/** The channel stands there at once, its name as soon as it is known: nothing waits for it, and nothing moves. */
function ChannelDestination({ path }: { path: string }) {
  const { data } = useQuery(returnToChannelQueries(useRoot()).channels)
  const { pathname } = new URL(path, window.location.origin)
  const slug = matchPath(appRoutes.video.pattern, pathname)?.params.channel
  const name = data?.find((channel) => channel.slug === slug)?.name
  return <p className={classes.line}>You’ll go straight to {name ?? 'your channel'} after you pay.</p>
}
