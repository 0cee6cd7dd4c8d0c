import { useEffect } from 'react'

/** What a key means while the video screen is open. */
export type KeyMeaning =
  | 'toggle'
  | 'mute'
  | 'full'
  | 'captions'
  | 'floating'
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

const meanings: Readonly<Record<string, KeyMeaning>> = {
  ' ': 'toggle',
  k: 'toggle',
  MediaPlayPause: 'toggle',
  m: 'mute',
  f: 'full',
  c: 'captions',
  i: 'floating',
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

const needsOwnKeys = 'input, select, textarea, dialog, [role="dialog"], [role="menu"], [contenteditable]'
const walksByArrows = 'a, button'

/** What a key press means to the player: nothing with a modifier, nor where the focused element has its own use for it. */
export function meaningOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const on = event.target instanceof Element ? event.target : undefined
  if (on?.closest(needsOwnKeys)) return undefined
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (on?.closest(walksByArrows) && (key === ' ' || key === 'Enter' || key.startsWith('Arrow'))) return undefined
  return Object.hasOwn(meanings, key) ? meanings[key] : undefined
}

/** Hears the keys of the player anywhere on the page. */
export function usePlayerKeys(act: (meaning: KeyMeaning) => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const meaning = meaningOf(event)
      if (!meaning) return
      // Escape is everyone's: it leaves the full screen too.
      if (meaning !== 'close') event.preventDefault()
      act(meaning)
    }
    // Before anyone else on the page: arrows mean the player here, unless something is focused that they walk away from.
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [act])
}
