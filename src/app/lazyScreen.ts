import { createElement, lazy, useState, type ComponentType } from 'react'
import { loadChunk } from '../platform/loadChunk.ts'

export type Chunk = () => Promise<{ Component: ComponentType }>

/**
 * A screen whose code is loaded when it is first shown, or before that by `preload`. Once the code is there, the screen
 * is rendered without waiting for it.
 */
export function lazyScreen(load: Chunk) {
  let Loaded: ComponentType | undefined
  const preload = async () => (Loaded = (await loadChunk(load)).Component)
  const Lazy = lazy(async () => ({ default: await preload() }))
  function Screen() {
    const [Current] = useState(() => Loaded ?? Lazy)
    return createElement(Current)
  }
  return Object.assign(Screen, { preload })
}
