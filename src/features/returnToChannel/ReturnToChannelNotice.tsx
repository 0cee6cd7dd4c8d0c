import { useState } from 'react'
import { useRoot } from '../../app/root.tsx'
import classes from './ReturnToChannelNotice.module.css'
import { ReturnChannelName } from './ReturnChannelName.tsx'

/** Shows that the channel opens after the payment. Renders nothing unless the user requested a channel. */
export function ReturnToChannelNotice() {
  const { returnToChannel } = useRoot()
  const [path] = useState(returnToChannel.channelPath)
  if (path === undefined) return null
  return (
    <p className={classes.line}>
      You’ll go straight to <ReturnChannelName path={path} /> after you pay.
    </p>
  )
}
