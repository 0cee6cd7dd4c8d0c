import { useSelector } from '@xstate/react'
import { type CSSProperties, type SyntheticEvent } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type Channel } from '../../api/channelParsers.ts'
import { type PlayerQuality } from './controlFields.tsx'
import { useBarHidden } from './PlayerFrame.tsx'
import { audioOnlyStateOf, audioOnlyTextOf } from './playerStates.ts'
import classes from './ChannelPicture.module.css'

/** Hides a still that cannot be loaded or is no picture. */
const hideImage = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => void (currentTarget.hidden = true)

/**
 * The channel until the first frame of it, and while it plays without a picture: its still, and its mark on its color
 * where there is none.
 */
export function ChannelPicture({
  player,
  quality,
  channel,
}: {
  player: ActorRefFrom<typeof livePlayerMachine>
  quality: PlayerQuality
  channel: Channel | undefined
}) {
  const isTuning = useSelector(player, (snapshot) => snapshot.hasTag('tuning'))
  const isAudioOnly = useSelector(quality, (snapshot) => audioOnlyStateOf(snapshot) === 'available')
  return (
    <div
      className={classes.channelPicture}
      style={channel?.color ? ({ '--channel': channel.color } as CSSProperties) : undefined}
      data-shown={isTuning || isAudioOnly}
      aria-hidden
    >
      <span>{channel?.letters}</span>
      {channel?.poster ? (
        <img
          key={channel.poster}
          src={channel.poster}
          alt=""
          decoding="async"
          fetchPriority="low"
          onError={hideImage}
        />
      ) : null}
    </div>
  )
}

/** Says that there is no picture, or why there is one. The reason hides with the bar. */
export function AudioOnlyStatus({
  player,
  controls,
  quality,
}: {
  player: ActorRefFrom<typeof livePlayerMachine>
  controls: ActorRefFrom<typeof playerControlsMachine>
  quality: PlayerQuality
}) {
  const state = useSelector(quality, audioOnlyStateOf)
  const isBarHidden = useBarHidden(player, controls)
  return (
    <p className={classes.audioOnly} role="status" data-hidden={state === 'missing' && isBarHidden}>
      {audioOnlyTextOf(state)}
    </p>
  )
}
