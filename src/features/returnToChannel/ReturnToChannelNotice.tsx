import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { matchPath } from 'react-router-dom'
import { appRoutes } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import classes from './ReturnToChannelNotice.module.css'
import { returnToChannelQueries } from './provide.ts'

/** Says that the channel opens after the payment. Renders nothing unless the user came for a channel. */
export function ReturnToChannelNotice() {
  const { returnToChannel } = useRoot()
  const [path] = useState(returnToChannel.channelPath)
  return path === undefined ? null : <ChannelDestination path={path} />
}

/** Shows a general text until the name of the channel is loaded. */
function ChannelDestination({ path }: { path: string }) {
  const { data } = useQuery(returnToChannelQueries(useRoot()).channels)
  const { pathname } = new URL(path, window.location.origin)
  const slug = matchPath(appRoutes.video.pattern, pathname)?.params.channel
  const name = data?.find((channel) => channel.slug === slug)?.name
  return <p className={classes.line}>You’ll go straight to {name ?? 'your channel'} after you pay.</p>
}
