import { useSelector } from '@xstate/react'
import { useRef, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type ActorRefFrom } from 'xstate'
import { type CaptionStyle } from '../../../machines/captionStyle.ts'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type Channel } from '../../api/channelParsers.ts'
import { paths } from '../../app/paths.ts'
import { type PlaybackStatusStore } from '../../platform/playbackStatus.ts'
import { Icon } from './Icon.tsx'
import { OverlayButton } from './OverlayButton.tsx'
import { ShortcutList } from './ShortcutList.tsx'
import { playbackStateOf, screenStateOf, statusTextOf } from './playerStates.ts'
import { type PlayerCommand } from './usePlayerKeys.ts'
import classes from './PlayerFrame.module.css'

type Player = ActorRefFrom<typeof livePlayerMachine>
type PlayerControls = ActorRefFrom<typeof playerControlsMachine>

/** Whether the control bar is hidden. It stays visible while the video does not play, and while a panel is open. */
export function useBarHidden(player: Player, controls: PlayerControls): boolean {
  const isHidden = useSelector(
    controls,
    (snapshot) => snapshot.matches({ bar: 'hidden' }) && snapshot.matches({ panel: 'closed' }),
  )
  const isRunning = useSelector(player, (snapshot) => snapshot.hasTag('running'))
  return isHidden && isRunning
}

/**
 * The element that is shown full screen. A pointer event does not render its children. Without `captionStyle`, captions
 * have the standard style.
 */
export function PlayerFrame({
  label,
  player,
  controls,
  captionStyle,
  setElement,
  children,
}: {
  label: string
  player: Player
  controls: PlayerControls
  captionStyle: CaptionStyle | undefined
  setElement: (element: HTMLDivElement | null) => void
  children: ReactNode
}) {
  const isBarHidden = useBarHidden(player, controls)
  return (
    <div
      ref={setElement}
      className={classes.frame}
      tabIndex={-1}
      role="group"
      aria-label={label}
      data-bar={isBarHidden ? 'hidden' : 'visible'}
      data-caption-size={captionStyle?.size}
      data-caption-color={captionStyle?.color}
      data-caption-background={captionStyle?.background}
      onPointerMove={({ pointerType }) => {
        // A finger on the screen shows and hides the controls with a tap.
        if (pointerType !== 'touch') controls.send({ type: 'pointer.move' })
      }}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse') controls.send({ type: 'pointer.leave' })
      }}
    >
      {children}
    </div>
  )
}

/** Controls that keep the bar visible while one of them has the focus. They are placed by the frame. */
export function FocusArea({ controls, children }: { controls: PlayerControls; children: ReactNode }) {
  return (
    <div
      className={classes.focusArea}
      onFocus={() => controls.send({ type: 'focus.enter' })}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) controls.send({ type: 'focus.leave' })
      }}
    >
      {children}
    </div>
  )
}

/** Two taps at most this far apart, in ms, are a double tap. */
const DOUBLE_TAP_MS = 300

/** The command of a double tap: a third of the picture on each side seeks. */
function doubleTapCommand({ clientX, currentTarget }: MouseEvent): PlayerCommand {
  const { left, width } = currentTarget.getBoundingClientRect()
  const share = (clientX - left) / width
  return share < 1 / 3 ? 'back' : share > 2 / 3 ? 'forward' : 'fullScreen'
}

/**
 * The video element. A click pauses and a tap shows the controls; either closes an open panel. Firefox makes a video a
 * tab stop; its controls are in the toolbar.
 */
export function PlayerVideo({
  player,
  controls,
  setElement,
  runCommand,
}: {
  player: Player
  controls: PlayerControls
  setElement: (element: HTMLVideoElement | null) => void
  runCommand: (command: PlayerCommand) => void
}) {
  const state = useSelector(player, (snapshot) => playbackStateOf(snapshot) ?? screenStateOf(snapshot))
  const isTouch = useRef(false)
  const lastTap = useRef<{ at: number; command: PlayerCommand } | undefined>(undefined)
  const press = (event: MouseEvent) => {
    if (!controls.getSnapshot().matches({ panel: 'closed' })) {
      controls.send({ type: 'panel.close' })
      return
    }
    if (!isTouch.current) {
      runCommand('toggle')
      return
    }
    const tap = { at: event.timeStamp, command: doubleTapCommand(event) }
    const isDouble = lastTap.current?.command === tap.command && tap.at - lastTap.current.at < DOUBLE_TAP_MS
    lastTap.current = isDouble ? undefined : tap
    if (isDouble) runCommand(tap.command)
    else controls.send({ type: 'bar.toggle' })
  }
  return (
    <video
      ref={setElement}
      className={classes.video}
      playsInline
      tabIndex={-1}
      aria-label="Live video"
      data-state={state}
      onPointerUp={({ pointerType }) => void (isTouch.current = pointerType === 'touch')}
      onClick={press}
      onDoubleClick={() => {
        if (!isTouch.current) runCommand('fullScreen')
      }}
    />
  )
}

/** The button for sound, while the browser lets the video play without it only. */
export function SoundButton({ player, controls }: { player: Player; controls: PlayerControls }) {
  const isRunning = useSelector(player, (snapshot) => snapshot.hasTag('running'))
  const isSilenced = useSelector(controls, (snapshot) => snapshot.matches({ sound: 'silenced' }))
  if (!isSilenced || !isRunning) return null
  return (
    <div className={classes.sound}>
      <OverlayButton onClick={() => controls.send({ type: 'sound.toggle' })}>
        <Icon name="muted" />
        Tap for sound
      </OverlayButton>
    </div>
  )
}

/** The heading over the picture, where the page shows nothing else. */
export function PlayerTitle({
  player,
  controls,
  channel,
}: {
  player: Player
  controls: PlayerControls
  channel: Channel | undefined
}) {
  const isHidden = useBarHidden(player, controls)
  return (
    <div className={classes.title} data-hidden={isHidden}>
      <Link to={paths.home()} className={classes.back} aria-label="All channels" title="All channels">
        <Icon name="back" />
      </Link>
      <div>
        <h1>
          <bdi>{channel?.name ?? 'Live channel'}</bdi>
        </h1>
        {channel?.now ? (
          <p>
            <bdi>{channel.now.title}</bdi>
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** The status of the player over the video, with the button to continue. */
export function PlayerStatus({ player }: { player: Player }) {
  const text = useSelector(player, statusTextOf)
  const playback = useSelector(player, playbackStateOf)
  return (
    <p className={classes.status} role="status">
      {playback === 'blocked' ? (
        <OverlayButton onClick={() => player.send({ type: 'playback.toggle' })}>{text}</OverlayButton>
      ) : text ? (
        <span>{text}</span>
      ) : null}
      {playback === 'recovering' ? (
        <OverlayButton onClick={() => player.send({ type: 'player.retry' })}>Try again</OverlayButton>
      ) : null}
    </p>
  )
}

/** The current caption. */
export function Caption({ playbackStatus }: { playbackStatus: PlaybackStatusStore }) {
  const caption = useSyncExternalStore(playbackStatus.subscribe, () => playbackStatus.get().caption)
  return caption ? (
    <p className={classes.caption} data-caption>
      {caption}
    </p>
  ) : null
}

/** Replaces the menu if its code can’t be loaded, usually because a new version has been deployed. */
export function MenuMissing({ isOpen }: { isOpen: boolean }) {
  return (
    <>
      {isOpen ? (
        <p className={classes.status} role="alert">
          <span>The menu couldn’t be loaded. Reload the page to get it.</span>
        </p>
      ) : null}
    </>
  )
}

/** The list of keyboard shortcuts while it is open. */
export function Shortcuts({ controls }: { controls: PlayerControls }) {
  const isOpen = useSelector(controls, (snapshot) => snapshot.matches({ panel: 'shortcuts' }))
  return (
    <div className={classes.keysRegion} aria-live="polite">
      {isOpen ? <ShortcutList onClose={() => controls.send({ type: 'panel.close' })} /> : null}
    </div>
  )
}
