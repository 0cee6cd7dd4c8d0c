import { useSelector } from '@xstate/react'
import { useLayoutEffect, useRef, useSyncExternalStore, type CSSProperties } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type livePlayerMachine } from '../../../machines/livePlayer.ts'
import { type PlaybackStatusStore } from '../../platform/playbackStatus.ts'
import { liveStatusOf } from './playerStates.ts'
import { offsetText } from './offsetText.ts'
import classes from './Timeline.module.css'

type Props = { player: ActorRefFrom<typeof livePlayerMachine>; playbackStatus: PlaybackStatusStore }

/** A shorter window is not worth a bar, in seconds. */
const SHORTEST_WINDOW = 20

const useStatus = <T extends string | number>(
  store: PlaybackStatusStore,
  read: (status: ReturnType<PlaybackStatusStore['get']>) => T,
) => useSyncExternalStore(store.subscribe, () => read(store.get()))

/**
 * The part of the broadcast that the viewer can seek in. Its end is the live edge, where the position is shown until the
 * viewer leaves it. Its place stays empty while the part is unknown, or too short.
 */
export function Timeline({ player, playbackStatus }: Props) {
  const length = useStatus(playbackStatus, ({ windowSeconds }) => windowSeconds)
  const behind = useStatus(playbackStatus, ({ secondsBehind, windowSeconds }) => Math.min(secondsBehind, windowSeconds))
  const status = useSelector(player, liveStatusOf)
  if (length < SHORTEST_WINDOW) return <div className={classes.place} />
  const shown = status === 'away' ? behind : 0
  const seek = (seconds: number) => player.send({ type: 'playback.seek', seconds })
  return (
    <input
      className={classes.timeline}
      style={{ '--played': `${(100 * (length - shown)) / length}%` } as CSSProperties}
      type="range"
      aria-label="Position"
      aria-valuetext={status === 'away' ? `${offsetText(behind)} from live` : 'Live'}
      min={-length}
      max={0}
      step={1}
      value={-shown}
      data-live={status === 'live'}
      onChange={({ currentTarget }) => seek(Number(currentTarget.value) + behind)}
      onKeyDown={(event) => {
        const seconds = { ArrowLeft: -10, ArrowRight: 10 }[event.key]
        if (seconds === undefined) return
        event.preventDefault()
        seek(seconds)
      }}
    />
  )
}

/** Live, in the signal color only while the newest frame plays. Otherwise a button that goes there, and how far it is. */
export function LiveStatus({ player, playbackStatus }: Props) {
  const status = useSelector(player, liveStatusOf)
  const behind = useStatus(playbackStatus, ({ secondsBehind }) => secondsBehind)
  if (status === 'waiting') return null
  if (status === 'live')
    return (
      <span className={classes.live} data-live="true">
        Live
      </span>
    )
  return (
    <>
      <GoLive player={player} />
      {behind > 0 ? <span className={classes.offset}>{offsetText(behind)}</span> : null}
    </>
  )
}

/** Live playback replaces it by a text, so the focus moves on to the first control instead of leaving the player. */
function GoLive({ player }: Pick<Props, 'player'>) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      if (element && element === document.activeElement)
        element.closest('[role="toolbar"]')?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
    }
  }, [])
  return (
    <button
      ref={button}
      type="button"
      className={classes.live}
      aria-label="Go live"
      title="Go live"
      onClick={() => player.send({ type: 'live.go' })}
    >
      Live
    </button>
  )
}
