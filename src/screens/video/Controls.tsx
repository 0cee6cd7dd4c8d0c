import { useSelector } from '@xstate/react'
import { useSyncExternalStore, type KeyboardEvent } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type PlaybackStatusStore } from '../../platform/playbackStatus.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { OverlayButton } from './OverlayButton.tsx'
import { useBarHidden } from './PlayerFrame.tsx'
import classes from './Controls.module.css'

/** Left and right arrows move the focus along the toolbar. The volume slider keeps its own arrow keys. */
function moveFocusInToolbar(event: KeyboardEvent<HTMLDivElement>) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const from = event.target
  if (!step || !(from instanceof HTMLButtonElement)) return
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), select, input')]
  controls[controls.indexOf(from) + step]?.focus()
  event.preventDefault()
  event.stopPropagation()
}

function Control({
  name,
  icon,
  pressed,
  disabled = false,
  className,
  onPress,
}: {
  name: string
  icon: IconName
  pressed?: boolean
  disabled?: boolean
  className?: string | undefined
  onPress: () => void
}) {
  return (
    <IconButton
      className={[classes.control, className].filter(Boolean).join(' ')}
      aria-label={name}
      aria-pressed={pressed}
      title={name}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon name={icon} />
    </IconButton>
  )
}

/** The time of the broadcast that is shown. */
function Clock({ playbackStatus }: { playbackStatus: PlaybackStatusStore }) {
  const time = useSyncExternalStore(playbackStatus.subscribe, () => playbackStatus.get().wallClock)
  if (time === undefined) return null
  return (
    <time className={classes.clock} dateTime={new Date(time).toISOString()}>
      {new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })}
    </time>
  )
}

/** The toolbar over the video. */
export function Controls({
  player,
  controls,
  playbackStatus,
  onNext,
  onPrevious,
}: {
  player: ActorRefFrom<typeof livePlayerMachine>
  controls: ActorRefFrom<typeof playerControlsMachine>
  playbackStatus: PlaybackStatusStore
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
}) {
  const isHidden = useBarHidden(player, controls)
  const isRunning = useSelector(player, (snapshot) => snapshot.hasTag('running'))
  const isBehind = useSelector(player, (snapshot) => snapshot.matches({ watching: { position: 'behind' } }))
  const canToggle = useSelector(player, (snapshot) => snapshot.can({ type: 'playback.toggle' }))
  const volume = useSelector(controls, ({ context }) => context.volume)
  const height = useSelector(controls, ({ context }) => context.height)
  const heights = useSelector(controls, ({ context }) => context.heights)
  const muted = useSelector(controls, (snapshot) => snapshot.matches({ sound: 'muted' }))
  const hasCaptions = useSelector(controls, (snapshot) => snapshot.matches({ captions: 'on' }))
  const presentation = useSelector(controls, ({ value }) => value.presentation)
  const shownHeight = useSyncExternalStore(playbackStatus.subscribe, () => playbackStatus.get().height)
  return (
    <div
      className={classes.controls}
      data-hidden={isHidden}
      role="toolbar"
      aria-label="Player"
      onKeyDown={moveFocusInToolbar}
      onFocus={() => controls.send({ type: 'focus.enter' })}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) controls.send({ type: 'focus.leave' })
      }}
    >
      <Control
        name={isRunning ? 'Pause' : 'Play'}
        icon={isRunning ? 'pause' : 'play'}
        disabled={!canToggle}
        onPress={() => player.send({ type: 'playback.toggle' })}
      />
      {onPrevious ? (
        <Control name="Previous channel" icon="previous" className={classes.wide} onPress={onPrevious} />
      ) : null}
      {onNext ? <Control name="Next channel" icon="next" className={classes.wide} onPress={onNext} /> : null}
      <Control
        name={muted ? 'Unmute' : 'Mute'}
        icon={muted ? 'muted' : 'sound'}
        onPress={() => controls.send({ type: 'sound.toggle' })}
      />
      <input
        className={classes.volume}
        type="range"
        aria-label="Volume"
        min="0"
        max="1"
        step="0.05"
        value={muted ? 0 : volume}
        onChange={({ currentTarget }) => controls.send({ type: 'volume.set', volume: Number(currentTarget.value) })}
      />
      {isBehind ? (
        <OverlayButton isPrimary onClick={() => player.send({ type: 'live.go' })}>
          Go live
        </OverlayButton>
      ) : (
        <span className={classes.live}>Live</span>
      )}
      <Clock playbackStatus={playbackStatus} />
      <span className={classes.gap} />
      {/* A browser that plays HLS itself reports no qualities and selects one itself. */}
      {heights.length > 0 ? (
        <select
          className={classes.quality}
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
      ) : null}
      <Control
        name="Captions"
        icon="captions"
        pressed={hasCaptions}
        onPress={() => controls.send({ type: 'captions.toggle' })}
      />
      {document.pictureInPictureEnabled ? (
        <Control
          name="Picture in picture"
          icon="pictureInPicture"
          className={classes.wide}
          pressed={presentation === 'pictureInPicture'}
          onPress={() => controls.send({ type: 'pictureInPicture.toggle' })}
        />
      ) : null}
      <Control
        name="Keyboard shortcuts"
        icon="keys"
        className={classes.wide}
        onPress={() => controls.send({ type: 'shortcuts.open' })}
      />
      <Control
        name="Full screen"
        icon={presentation === 'fullScreen' ? 'exitFullScreen' : 'fullScreen'}
        pressed={presentation === 'fullScreen'}
        onPress={() => controls.send({ type: 'fullScreen.toggle' })}
      />
    </div>
  )
}
