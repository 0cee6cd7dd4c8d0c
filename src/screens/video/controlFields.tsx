import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type PlaybackStatusStore } from '../../platform/playbackStatus.ts'
import { isSilent } from './playerStates.ts'
import classes from './Controls.module.css'

type PlayerControls = ActorRefFrom<typeof playerControlsMachine>
type ClassName = string | undefined

const join = (...names: readonly ClassName[]) => names.filter(Boolean).join(' ')

/** The volume; 0 while the sound is off. */
export function VolumeSlider({ controls, className }: { controls: PlayerControls; className?: ClassName }) {
  const volume = useSelector(controls, ({ context }) => context.volume)
  const silent = useSelector(controls, isSilent)
  return (
    <input
      className={join(classes.volume, className)}
      type="range"
      aria-label="Volume"
      min="0"
      max="1"
      step="0.05"
      value={silent ? 0 : volume}
      onChange={({ currentTarget }) => controls.send({ type: 'volume.set', volume: Number(currentTarget.value) })}
    />
  )
}

/** The time of the broadcast that is shown. */
export function Clock({ playbackStatus, className }: { playbackStatus: PlaybackStatusStore; className?: ClassName }) {
  const time = useSyncExternalStore(playbackStatus.subscribe, () => playbackStatus.get().wallClock)
  if (time === undefined) return null
  return (
    <time className={join(classes.clock, className)} dateTime={new Date(time).toISOString()}>
      {new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })}
    </time>
  )
}

/** The rendition. A browser that plays HLS itself reports none and selects one itself. */
export function QualitySelect({
  controls,
  playbackStatus,
  className,
}: {
  controls: PlayerControls
  playbackStatus: PlaybackStatusStore
  className?: ClassName
}) {
  const height = useSelector(controls, ({ context }) => context.height)
  const heights = useSelector(controls, ({ context }) => context.heights)
  const shownHeight = useSyncExternalStore(playbackStatus.subscribe, () => playbackStatus.get().height)
  if (heights.length === 0) return null
  return (
    <select
      className={join(classes.quality, className)}
      aria-label="Quality"
      value={height ?? 'automatic'}
      onChange={({ currentTarget: { value } }) =>
        controls.send({ type: 'quality.choose', height: value === 'automatic' ? null : Number(value) })
      }
    >
      <option value="automatic">{shownHeight && height === null ? `Auto · ${shownHeight}p` : 'Auto'}</option>
      {heights.map((one) => (
        <option key={one} value={one}>
          {one}p
        </option>
      ))}
    </select>
  )
}
