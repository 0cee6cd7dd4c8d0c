import { useSelector } from '@xstate/react'
import { type KeyboardEvent } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Icon, type IconName } from './Icon.tsx'
import classes from './Video.module.css'

/** Left and right go along the line, as on a remote; in the volume they are its own. */
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

/** The one line of controls over the picture. `shownHeight` is what is played now, `clock` the picture's time in ms. */
export function Controls({
  player,
  controls,
  hidden,
  clock,
  shownHeight,
  onNext,
  onPrevious,
}: {
  player: ActorRefFrom<typeof livePlayerMachine>
  controls: ActorRefFrom<typeof playerControlsMachine>
  hidden: boolean
  clock: number | undefined
  shownHeight: number | undefined
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
}) {
  const playerSnapshot = useSelector(player, (snapshot) => snapshot)
  const controlsSnapshot = useSelector(controls, (snapshot) => snapshot)
  const { volume, height, heights } = controlsSnapshot.context
  const muted = controlsSnapshot.matches({ sound: 'muted' })
  const isRunning = playerSnapshot.hasTag('running')
  const isBehind = playerSnapshot.matches({ watching: { position: 'behind' } })
  return (
    <div
      className={classes.controls}
      data-hidden={hidden}
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
        disabled={!playerSnapshot.can({ type: 'playback.toggle' })}
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
        <button type="button" className={classes.goLive} onClick={() => player.send({ type: 'live.go' })}>
          Go live
        </button>
      ) : (
        <span className={classes.live}>Live</span>
      )}
      {clock === undefined ? null : (
        <time className={classes.clock} dateTime={new Date(clock).toISOString()}>
          {new Date(clock).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' })}
        </time>
      )}
      <span className={classes.gap} />
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
      <Control
        name="Captions"
        icon="captions"
        pressed={controlsSnapshot.matches({ captions: 'on' })}
        onPress={() => controls.send({ type: 'captions.toggle' })}
      />
      {document.pictureInPictureEnabled ? (
        <Control
          name="Picture in picture"
          icon="floating"
          className={classes.wide}
          pressed={controlsSnapshot.matches({ place: 'floating' })}
          onPress={() => controls.send({ type: 'floating.toggle' })}
        />
      ) : null}
      <Control
        name="List of keys"
        icon="keys"
        className={classes.wide}
        onPress={() => controls.send({ type: 'keys.list' })}
      />
      <Control
        name="Full screen"
        icon={controlsSnapshot.matches({ place: 'full' }) ? 'page' : 'full'}
        pressed={controlsSnapshot.matches({ place: 'full' })}
        onPress={() => controls.send({ type: 'full.toggle' })}
      />
    </div>
  )
}
