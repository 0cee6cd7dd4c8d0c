import { useEffect } from 'react'
import { type Channel } from '../../api/channelParsers.ts'
import { type PlayerCommand } from './usePlayerKeys.ts'

const actions: readonly (readonly [MediaSessionAction, PlayerCommand])[] = [
  ['play', 'toggle'],
  ['pause', 'toggle'],
  ['nexttrack', 'next'],
  ['previoustrack', 'previous'],
  ['seekbackward', 'back'],
  ['seekforward', 'forward'],
]

/** Shows the channel on the lock screen, and handles media keys. */
export function useMediaSession(
  channel: Channel | undefined,
  { runCommand, isRunning }: { runCommand: (command: PlayerCommand) => void; isRunning: () => boolean },
): void {
  const name = channel?.name
  const show = channel?.now?.title
  const artwork = channel?.poster ?? channel?.logo
  useEffect(() => {
    if (!('mediaSession' in navigator) || !name) return
    navigator.mediaSession.metadata = new MediaMetadata({
      title: show ?? name,
      artist: name,
      artwork: artwork ? [{ src: artwork }] : [],
    })
    return () => {
      navigator.mediaSession.metadata = null
    }
  }, [name, show, artwork])
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    for (const [action, command] of actions)
      navigator.mediaSession.setActionHandler(action, () => {
        // A device may send `play` again while the video runs, which must not pause it.
        if (action === (isRunning() ? 'play' : 'pause')) return
        runCommand(command)
      })
    return () => {
      for (const [action] of actions) navigator.mediaSession.setActionHandler(action, null)
    }
  }, [runCommand, isRunning])
}
