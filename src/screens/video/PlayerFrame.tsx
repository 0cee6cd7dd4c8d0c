import { useSelector } from '@xstate/react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import { type playerControlsMachine } from '../../../machines/playerControls.ts'
import { type PlaybackStatusStore } from '../../platform/playbackStatus.ts'
import { OverlayButton } from './OverlayButton.tsx'
import { ShortcutList } from './ShortcutList.tsx'
import { playbackStateOf, screenStateOf, statusTextOf } from './playerStates.ts'
import classes from './PlayerFrame.module.css'

type Player = ActorRefFrom<typeof livePlayerMachine>
type PlayerControls = ActorRefFrom<typeof playerControlsMachine>

/** Whether the control bar is hidden. It stays visible while the video does not play. */
export function useBarHidden(player: Player, controls: PlayerControls): boolean {
  const isHidden = useSelector(controls, (snapshot) => snapshot.matches({ bar: 'hidden' }))
  const isRunning = useSelector(player, (snapshot) => snapshot.hasTag('running'))
  return isHidden && isRunning
}

/** The element that is shown full screen. A pointer event does not render its children. */
export function PlayerFrame({
  label,
  player,
  controls,
  setElement,
  children,
}: {
  label: string
  player: Player
  controls: PlayerControls
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
      onPointerMove={() => controls.send({ type: 'pointer.move' })}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse') controls.send({ type: 'pointer.leave' })
      }}
    >
      {children}
    </div>
  )
}

/** The video element. Firefox makes a video a tab stop; its controls are in the toolbar. */
export function PlayerVideo({
  player,
  setElement,
  onClick,
}: {
  player: Player
  setElement: (element: HTMLVideoElement | null) => void
  onClick: () => void
}) {
  const state = useSelector(player, (snapshot) => playbackStateOf(snapshot) ?? screenStateOf(snapshot))
  return (
    <video
      ref={setElement}
      className={classes.video}
      playsInline
      tabIndex={-1}
      aria-label="Live video"
      data-state={state}
      onClick={onClick}
    />
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

/** The list of keyboard shortcuts while it is open. */
export function Shortcuts({ controls }: { controls: PlayerControls }) {
  const isOpen = useSelector(
    controls,
    (snapshot) => snapshot.matches({ bar: 'listing' }) || snapshot.matches({ bar: 'listingFocused' }),
  )
  return (
    <div className={classes.keysRegion} aria-live="polite">
      {isOpen ? <ShortcutList onClose={() => controls.send({ type: 'shortcuts.close' })} /> : null}
    </div>
  )
}
