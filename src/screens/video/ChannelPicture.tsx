import { useSelector } from '@xstate/react'
import { useSyncExternalStore, type CSSProperties, type SyntheticEvent } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type Channel } from '../../api/channelParsers.ts'
import { type PlayerQuality, type RemotePlayback } from './controlFields.tsx'
import { useBarHidden } from './PlayerFrame.tsx'
import { audioOnlyStateOf, audioOnlyTextOf, isWithoutPicture, otherScreenTextOf } from './playerStates.ts'
import { type provideVideo } from './provide.ts'
import classes from './ChannelPicture.module.css'

type PlayerStore = Pick<ReturnType<typeof provideVideo>['playerStore'], 'opening' | 'subscribeToOpening'>

/** Hides a still that cannot be loaded or is no picture. */
const hideImage = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => void (currentTarget.hidden = true)

/**
 * The channel until the first frame of it, and while its picture is not here: its still, and its mark on its color where
 * there is none. Without a picture on purpose there is no still, because it would look like a video that stands still. A
 * channel that is opened is shown at once, before the rest of the screen.
 */
export function ChannelPicture({
  playerStore,
  player,
  quality,
  remotePlayback,
  channel: current,
  channels,
}: {
  playerStore: PlayerStore
  player: ActorRefFrom<typeof livePlayerMachine>
  quality: PlayerQuality
  remotePlayback: RemotePlayback
  channel: Channel | undefined
  channels: readonly Channel[]
}) {
  const opening = useSyncExternalStore(playerStore.subscribeToOpening, playerStore.opening)
  const opened = channels.find(({ slug }) => slug === opening)
  const channel = opened ?? current
  const isTuning = useSelector(player, (snapshot) => snapshot.hasTag('tuning'))
  const isAudioOnly = useSelector(quality, isWithoutPicture)
  const isElsewhere = useSelector(remotePlayback, (snapshot) => snapshot.matches('connected'))
  return (
    <div
      className={classes.channelPicture}
      style={channel?.color ? ({ '--channel': channel.color } as CSSProperties) : undefined}
      data-shown={opened !== undefined || isTuning || isAudioOnly || isElsewhere}
      aria-hidden
    >
      <span>{channel?.letters}</span>
      {channel?.poster && !isAudioOnly ? (
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

/**
 * Says where the picture is: nowhere, below the mark of the channel, or on another screen. Why an unwanted one is shown
 * hides with the bar.
 */
export function PictureStatus({
  player,
  controls,
  quality,
  remotePlayback,
}: {
  player: ActorRefFrom<typeof livePlayerMachine>
  controls: ActorRefFrom<typeof playerControlsMachine>
  quality: PlayerQuality
  remotePlayback: RemotePlayback
}) {
  const state = useSelector(quality, audioOnlyStateOf)
  const isBarHidden = useBarHidden(player, controls)
  return (
    <div className={classes.pictureStatus}>
      <p role="status">{useSelector(remotePlayback, otherScreenTextOf)}</p>
      <p
        role="status"
        className={state === 'available' ? classes.audioOnly : undefined}
        data-hidden={state === 'missing' && isBarHidden}
      >
        {audioOnlyTextOf(state)}
      </p>
    </div>
  )
}
