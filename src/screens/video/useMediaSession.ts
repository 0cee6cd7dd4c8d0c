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
export function useMediaSession(channel: Channel | undefined, runCommand: (command: PlayerCommand) => void): void {
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
    for (const [action, command] of actions) navigator.mediaSession.setActionHandler(action, () => runCommand(command))
    return () => {
      for (const [action] of actions) navigator.mediaSession.setActionHandler(action, null)
    }
  }, [runCommand])
}
