import { useEffect } from 'react'
import { isTelevision } from '../../ui/television.ts'

/** The command of a key on the video screen. */
export type PlayerCommand =
  | 'toggle'
  | 'mute'
  | 'fullScreen'
  | 'captions'
  | 'pictureInPicture'
  | 'goLive'
  | 'back'
  | 'forward'
  | 'louder'
  | 'softer'
  | 'next'
  | 'previous'
  | 'showShortcuts'
  | 'closePanel'
  | 'focusPicture'
  | 'focusControls'
  | 'openStrip'

const commandsByKey: Readonly<Record<string, PlayerCommand>> = {
  ' ': 'toggle',
  k: 'toggle',
  MediaPlayPause: 'toggle',
  m: 'mute',
  f: 'fullScreen',
  c: 'captions',
  i: 'pictureInPicture',
  l: 'goLive',
  n: 'next',
  PageDown: 'next',
  ChannelDown: 'next',
  MediaTrackNext: 'next',
  p: 'previous',
  PageUp: 'previous',
  ChannelUp: 'previous',
  MediaTrackPrevious: 'previous',
  '?': 'showShortcuts',
  Escape: 'closePanel',
  GoBack: 'closePanel',
  XF86Back: 'closePanel',
  Enter: 'focusControls',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'louder',
  ArrowDown: 'softer',
}

/** In full screen and on a television, the vertical arrows change the channel and OK shows the channels. */
const leanBackCommands: Readonly<Record<string, PlayerCommand>> = {
  ArrowUp: 'previous',
  ArrowDown: 'next',
  Enter: 'openStrip',
}

const ownsAllKeys = 'input:not([type="range"]), textarea, dialog, [role="dialog"], [role="menu"], [contenteditable]'
const ownsArrowKeys = 'a, button, input'
/** What Escape and Back close before a panel. */
const ownsBack = '[data-back="own"]'

/** The command of a key press; undefined with a modifier, or if the focused element uses the key. */
export function commandOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>,
  isLeanBack = false,
) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const on = event.target instanceof Element ? event.target : undefined
  if (on?.closest(ownsAllKeys)) return undefined
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (on?.closest(ownsArrowKeys) && (key === ' ' || key === 'Enter' || key.startsWith('Arrow'))) return undefined
  const commands = isLeanBack && Object.hasOwn(leanBackCommands, key) ? leanBackCommands : commandsByKey
  const command = Object.hasOwn(commands, key) ? commands[key] : undefined
  // Letters choose an option. The browser closes an open list itself, without a key event.
  if (on?.closest('select') && command !== 'closePanel') return undefined
  return command === 'closePanel' && on?.closest(ownsBack) ? undefined : command
}

/** Runs the commands of keys that are pressed anywhere on the page. */
export function usePlayerKeys(
  runCommand: (command: PlayerCommand) => void,
  {
    isFullScreen,
    isPanelOpen,
    isPictureFocused,
  }: { isFullScreen: () => boolean; isPanelOpen: () => boolean; isPictureFocused: () => boolean },
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const command = commandOf(event, isFullScreen() || isTelevision())
      if (!command) return
      // Arrow keys change the channel only from the picture, and none leads to it.
      const returns = command === 'closePanel' && !isPanelOpen() && isTelevision() && !isPictureFocused()
      // Escape and Back close an open panel and nothing else. Without one, the browser and the page handle them.
      if (command !== 'closePanel' || isPanelOpen() || returns) event.preventDefault()
      runCommand(returns ? 'focusPicture' : command)
    }
    // In the capture phase, before spatial navigation: arrow keys control the player.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [runCommand, isFullScreen, isPanelOpen, isPictureFocused])
}
