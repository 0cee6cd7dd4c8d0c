import { useEffect } from 'react'

/** What a key means while the video screen is open. */
export type PlayerCommand =
  | 'toggle'
  | 'mute'
  | 'fullScreen'
  | 'captions'
  | 'pictureInPicture'
  | 'live'
  | 'back'
  | 'forward'
  | 'louder'
  | 'softer'
  | 'next'
  | 'previous'
  | 'list'
  | 'close'
  | 'controls'

const commandsByKey: Readonly<Record<string, PlayerCommand>> = {
  ' ': 'toggle',
  k: 'toggle',
  MediaPlayPause: 'toggle',
  m: 'mute',
  f: 'fullScreen',
  c: 'captions',
  i: 'pictureInPicture',
  l: 'live',
  n: 'next',
  PageDown: 'next',
  ChannelDown: 'next',
  MediaTrackNext: 'next',
  p: 'previous',
  PageUp: 'previous',
  ChannelUp: 'previous',
  MediaTrackPrevious: 'previous',
  '?': 'list',
  Escape: 'close',
  Enter: 'controls',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'louder',
  ArrowDown: 'softer',
}

const ownsAllKeys = 'input, select, textarea, dialog, [role="dialog"], [role="menu"], [contenteditable]'
const ownsArrowKeys = 'a, button'

/** What a key press means to the player: nothing with a modifier, nor where the focused element has its own use for it. */
export function commandOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const on = event.target instanceof Element ? event.target : undefined
  if (on?.closest(ownsAllKeys)) return undefined
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (on?.closest(ownsArrowKeys) && (key === ' ' || key === 'Enter' || key.startsWith('Arrow'))) return undefined
  return Object.hasOwn(commandsByKey, key) ? commandsByKey[key] : undefined
}

/** Hears the keys of the player anywhere on the page. */
export function usePlayerKeys(runCommand: (command: PlayerCommand) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const command = commandOf(event)
      if (!command) return
      // Escape is everyone's: it leaves the full screen too.
      if (command !== 'close') event.preventDefault()
      runCommand(command)
    }
    // Before anyone else on the page: arrows mean the player here, unless something is focused that they walk away from.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [runCommand])
}
