import { useEffect } from 'react'
import { loadChunk } from '../platform/loadChunk.ts'
import { backKeys } from '../ui/television.ts'
import { type moveFocus } from '../ui/spatialNavigation.ts'

type SpatialNavigation = { moveFocus: typeof moveFocus }

let navigation: SpatialNavigation | undefined

/** Loads the code that moves the focus. Until then, the first arrow key loads it. */
export async function loadArrowKeys(): Promise<SpatialNavigation> {
  navigation ??= await loadChunk(() => import('../ui/spatialNavigation.ts'))
  return navigation
}

/** What Escape closes. */
const overlays = '[role="dialog"], [role="menu"], [role="listbox"]'

/**
 * Whether this application has an earlier page. The router numbers the history entries of a document. A link that is
 * pressed before the script runs opens another document, whose referrer is this application.
 */
function hasEarlierPage(): boolean {
  const state: unknown = window.history.state
  if (typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0) return true
  return window.history.length > 1 && document.referrer.startsWith(`${window.location.origin}/`)
}

/**
 * The keys of a remote on every page: arrows move the focus, and Back goes back, unless it closes something or leaves full
 * screen. So does Escape while the arrow keys are in use.
 */
export function useRemoteKeys(): void {
  useEffect(() => {
    let isUsingArrows = false
    let isOverlayOpen = false
    const onCapture = () => {
      isOverlayOpen = document.fullscreenElement !== null || document.querySelector(overlays) !== null
    }
    const onPointer = () => {
      isUsingArrows = false
    }
    /** Closes what Escape closes, or leaves full screen. */
    const close = (event: KeyboardEvent) => {
      event.preventDefault()
      if (document.querySelector(overlays))
        event.target?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
        )
      else document.exitFullscreen().catch(() => undefined)
    }
    const goBack = (event: KeyboardEvent) => {
      if (!hasEarlierPage()) return
      event.preventDefault()
      window.history.back()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.startsWith('Arrow')) {
        if (navigation) isUsingArrows = navigation.moveFocus(event) || isUsingArrows
        else
          loadArrowKeys().then(
            (loaded) => {
              isUsingArrows = loaded.moveFocus(event) || isUsingArrows
            },
            // Another arrow key loads it again.
            () => undefined,
          )
      } else if (event.defaultPrevented) return
      else if (backKeys.includes(event.key)) (isOverlayOpen ? close : goBack)(event)
      else if (event.key === 'Escape' && isUsingArrows && !isOverlayOpen) goBack(event)
    }
    window.addEventListener('keydown', onCapture, true)
    document.addEventListener('keydown', onKeyDown)
    window.addEventListener('pointerdown', onPointer)
    return () => {
      window.removeEventListener('keydown', onCapture, true)
      document.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('pointerdown', onPointer)
    }
  }, [])
}
