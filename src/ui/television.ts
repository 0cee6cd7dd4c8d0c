import { useEffect, useMemo, useState, type KeyboardEvent as FieldKeyEvent } from 'react'
import { useHydrated } from './useHydrated.ts'

/** The keys of the Back button of remotes. A browser with a key of its own, such as BrowserBack, goes back by itself. */
export const backKeys: readonly string[] = ['GoBack', 'XF86Back']

/** A key in a search field with text: Back and Escape clear it, before they leave the page. */
export function clearOnBack(event: FieldKeyEvent<HTMLInputElement>, clear: () => void): void {
  if (event.key !== 'Escape' && !backKeys.includes(event.key)) return
  // Escape ends the input of a method such as Pinyin first.
  if (event.currentTarget.value === '' || event.nativeEvent.isComposing) return
  event.preventDefault()
  clear()
}

/** In CSS pixels. The type grows at this width. */
const leastWidth = 1600

const matches = (query: string) => window.matchMedia(query).matches

const isWide = () => matches(`(min-width: ${leastWidth}px)`)

/** Whether the page is on a television: a wide screen without a mouse. */
export const isTelevision = (): boolean => isWide() && !matches('(pointer: fine)') && !matches('(hover: hover)')

/**
 * Whether a remote is used: on a television, or if the first input on a wide screen is an arrow key. That key does nothing
 * else. It is for pages on which arrow keys have no other use.
 */
export function useRemote(): boolean {
  const hydrated = useHydrated()
  const isOnTelevision = useMemo(() => hydrated && isTelevision(), [hydrated])
  const [areArrowsUsed, setArrowsUsed] = useState(false)
  useEffect(() => {
    if (isOnTelevision) return undefined
    const controller = new AbortController()
    const onInput = (event: Event) => {
      controller.abort()
      if (!(event instanceof KeyboardEvent) || !event.key.startsWith('Arrow') || !isWide()) return
      event.preventDefault()
      setArrowsUsed(true)
    }
    for (const type of ['keydown', 'pointermove', 'pointerdown'])
      window.addEventListener(type, onInput, { capture: true, signal: controller.signal })
    return () => controller.abort()
  }, [isOnTelevision])
  return isOnTelevision || areArrowsUsed
}
