import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type playerQualityMachine, type Quality } from '../../../machines/playerQuality.ts'
import { type remotePlaybackMachine } from '../../../machines/remotePlayback.ts'
import { type PlaybackStatusStore } from '../../platform/playbackStatus.ts'
import { isTelevision } from '../../ui/television.ts'
import { isSilent, qualityOf, qualityOptionsOf } from './playerStates.ts'
import classes from './Controls.module.css'

type PlayerControls = ActorRefFrom<typeof playerControlsMachine>
export type RemotePlayback = ActorRefFrom<typeof remotePlaybackMachine>
export type PlayerQuality = ActorRefFrom<typeof playerQualityMachine>
type ClassName = string | undefined

const join = (...names: readonly ClassName[]) => names.filter(Boolean).join(' ')

/** The volume; 0 while the sound is off. With a remote, up and down change it, and the other two arrows pass it. */
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
      onKeyDown={(event) => {
        if (isTelevision() && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) event.stopPropagation()
      }}
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

type QualityOptions = ReturnType<typeof qualityOptionsOf>

/** The options are made anew for each snapshot. */
const haveSameNames = (one: QualityOptions, other: QualityOptions): boolean =>
  one.length === other.length && one.every(([option], i) => option === other[i]?.[0])

/** The selected quality, the others, and a function that selects one. */
export function useQuality(quality: PlayerQuality) {
  const selected = useSelector(quality, qualityOf)
  const options = useSelector(quality, qualityOptionsOf, haveSameNames)
  return { selected, options, choose: (chosen: Quality) => quality.send({ type: 'quality.choose', quality: chosen }) }
}

/** The quality. A browser that plays HLS itself reports none and selects one itself; the menu says so. */
export function QualitySelect({
  quality,
  playbackStatus,
  className,
}: {
  quality: PlayerQuality
  playbackStatus: PlaybackStatusStore
  className?: ClassName
}) {
  const { selected, options, choose } = useQuality(quality)
  const shownHeight = useSyncExternalStore(playbackStatus.subscribe, () => playbackStatus.get().height)
  if (options.length === 0) return null
  return (
    <select
      className={join(classes.quality, className)}
      aria-label="Quality"
      value={selected}
      onChange={({ currentTarget: { value } }) => {
        const [chosen] = options.find(([option]) => String(option) === value) ?? []
        if (chosen !== undefined) choose(chosen)
      }}
    >
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {option === 'automatic' && selected === 'automatic' && shownHeight ? `${name} · ${shownHeight}p` : name}
        </option>
      ))}
    </select>
  )
}
