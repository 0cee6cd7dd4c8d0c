import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type RefObject } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type PlaybackStatusStore } from '../../platform/playbackStatus.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { isTelevision } from '../../ui/television.ts'
import { Clock, QualitySelect, VolumeSlider, type PlayerQuality, type RemotePlayback } from './controlFields.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { LiveStatus, Timeline } from './Timeline.tsx'
import { FocusArea, useBarHidden } from './PlayerFrame.tsx'
import { isSilent } from './playerStates.ts'
import classes from './Controls.module.css'

/**
 * Left and right arrows move the focus along the toolbar. The timeline keeps its own, and so does the volume, except on a
 * television: a remote has no Tab key to leave it. In full screen the other arrows return to the player, because the page
 * around it is not visible.
 */
function moveFocusInToolbar(event: KeyboardEvent<HTMLDivElement>) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const from = event.target
  if (document.fullscreenElement instanceof HTMLElement && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    document.fullscreenElement.focus()
    event.preventDefault()
    event.stopPropagation()
    return
  }
  if (!step || event.defaultPrevented || (from instanceof HTMLInputElement && !isTelevision())) return
  const controls = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), select, input'),
  ].filter((control) => control.checkVisibility())
  controls[controls.findIndex((control) => control === from) + step]?.focus()
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

/**
 * The toolbar over the video: the timeline, and one line of controls. `menuButton` takes the button of the menu, which has
 * the settings and what does not fit into the line.
 */
export function Controls({
  player,
  controls,
  quality,
  remotePlayback,
  playbackStatus,
  menuButton,
  onNext,
  onPrevious,
}: {
  player: ActorRefFrom<typeof livePlayerMachine>
  controls: ActorRefFrom<typeof playerControlsMachine>
  quality: PlayerQuality
  remotePlayback: RemotePlayback
  playbackStatus: PlaybackStatusStore
  menuButton: RefObject<HTMLButtonElement | null>
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
}) {
  const isHidden = useBarHidden(player, controls)
  const isRunning = useSelector(player, (snapshot) => snapshot.hasTag('running'))
  const canToggle = useSelector(player, (snapshot) => snapshot.can({ type: 'playback.toggle' }))
  const silent = useSelector(controls, isSilent)
  const hasCaptions = useSelector(controls, (snapshot) => snapshot.matches({ captions: 'on' }))
  const hasOtherScreen = useSelector(remotePlayback, (snapshot) => !snapshot.matches('unavailable'))
  const isElsewhere = useSelector(remotePlayback, (snapshot) => snapshot.matches('connected'))
  const isMenuOpen = useSelector(controls, (snapshot) => snapshot.matches({ panel: 'menu' }))
  const presentation = useSelector(controls, ({ value }) => value.presentation)
  return (
    <FocusArea controls={controls}>
      <div
        className={classes.controls}
        data-hidden={isHidden}
        role="toolbar"
        aria-label="Player"
        onKeyDown={moveFocusInToolbar}
      >
        <Timeline player={player} playbackStatus={playbackStatus} />
        <div className={classes.line}>
          <Control
            name={isRunning ? 'Pause' : 'Play'}
            icon={isRunning ? 'pause' : 'play'}
            disabled={!canToggle}
            onPress={() => player.send({ type: 'playback.toggle' })}
          />
          {onPrevious ? (
            <Control name="Previous channel" icon="previous" className={classes.medium} onPress={onPrevious} />
          ) : null}
          {onNext ? <Control name="Next channel" icon="next" className={classes.medium} onPress={onNext} /> : null}
          <Control
            name={silent ? 'Unmute' : 'Mute'}
            icon={silent ? 'muted' : 'sound'}
            onPress={() => controls.send({ type: 'sound.toggle' })}
          />
          <VolumeSlider controls={controls} className={classes.wide} />
          <LiveStatus player={player} playbackStatus={playbackStatus} />
          <Clock playbackStatus={playbackStatus} className={classes.wide} />
          <span className={classes.gap} />
          <QualitySelect quality={quality} playbackStatus={playbackStatus} className={classes.widest} />
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
              className={classes.widest}
              pressed={presentation === 'pictureInPicture'}
              onPress={() => controls.send({ type: 'pictureInPicture.toggle' })}
            />
          ) : null}
          {hasOtherScreen ? (
            <Control
              name="Play on another screen"
              icon="otherScreen"
              className={classes.widest}
              pressed={isElsewhere}
              onPress={() => remotePlayback.send({ type: 'screen.choose' })}
            />
          ) : null}
          <Control
            name="Keyboard shortcuts"
            icon="keys"
            className={classes.wide}
            onPress={() => controls.send({ type: 'shortcuts.open' })}
          />
          <IconButton
            ref={menuButton}
            className={classes.control}
            aria-label="More controls"
            aria-expanded={isMenuOpen}
            title="More controls"
            onClick={() => controls.send({ type: isMenuOpen ? 'panel.close' : 'menu.open' })}
          >
            <Icon name="more" />
          </IconButton>
          <Control
            name="Full screen"
            icon={presentation === 'fullScreen' ? 'exitFullScreen' : 'fullScreen'}
            pressed={presentation === 'fullScreen'}
            onPress={() => controls.send({ type: 'fullScreen.toggle' })}
          />
        </div>
      </div>
    </FocusArea>
  )
}
