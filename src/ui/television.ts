import { useEffect, useState } from 'react'

/** In CSS pixels. The type grows at this width. */
const leastWidth = 1600

const matches = (query: string) => window.matchMedia(query).matches

const isWide = () => matches(`(min-width: ${leastWidth}px)`)

/**
 * Whether the page is used on a television: a wide screen without a mouse, or one whose first input is an arrow key. That
 * key does nothing else.
 */
export function useTelevision(): boolean {
  const [isTelevision, setTelevision] = useState(
    () => isWide() && !matches('(pointer: fine)') && !matches('(hover: hover)'),
  )
  useEffect(() => {
    const controller = new AbortController()
    const onInput = (event: Event) => {
      controller.abort()
      if (!(event instanceof KeyboardEvent) || !event.key.startsWith('Arrow') || !isWide()) return
      event.preventDefault()
      setTelevision(true)
    }
    for (const type of ['keydown', 'pointermove', 'pointerdown'])
      window.addEventListener(type, onInput, { capture: true, signal: controller.signal })
    return () => controller.abort()
  }, [])
  return isTelevision
}
