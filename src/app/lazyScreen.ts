import { lazy, type ComponentType } from 'react'
import { loadChunk } from '../platform/loadChunk.ts'

export type Chunk = () => Promise<{ Component: ComponentType }>

/** A screen whose code is loaded when it is first shown. */
export const lazyScreen = (load: Chunk) => lazy(async () => ({ default: (await loadChunk(load)).Component }))
