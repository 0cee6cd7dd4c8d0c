import { createElement, lazy, useState, type ComponentType } from 'react'
import { loadChunk } from '../platform/loadChunk.ts'

export type Chunk = () => Promise<{ Component: ComponentType }>

/** Replaces the components of the screens whose code could not be loaded, because React keeps the failure of each. */
const replaceFailed = new Set<() => void>()

/** Lets the screens whose code could not be loaded load it again when they are shown next. */
export function forgetFailures(): void {
  for (const replace of replaceFailed) replace()
  replaceFailed.clear()
}

/**
 * A screen whose code is loaded when it is first shown, or before that by `preload`. Once the code is there, the screen
 * is rendered without waiting for it.
 */
export function lazyScreen(load: Chunk) {
  let Loaded: ComponentType | undefined
  const preload = async () => (Loaded = (await loadChunk(load)).Component)
  const createLazy = () =>
    lazy(async () => {
      try {
        return { default: await preload() }
      } catch (error) {
        // Not at once: React renders the component again to show the failure, and would load in a loop.
        replaceFailed.add(() => (Lazy = createLazy()))
        throw error
      }
    })
  let Lazy = createLazy()
  function Screen() {
    const [Current] = useState(() => Loaded ?? Lazy)
    return createElement(Current)
  }
  return Object.assign(Screen, { preload })
}
