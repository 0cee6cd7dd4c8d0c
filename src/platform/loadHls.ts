import type Hls from 'hls.js'
import { loadChunk } from './loadChunk.ts'

let loading: Promise<typeof Hls> | undefined

async function load(): Promise<typeof Hls> {
  try {
    return (await loadChunk(() => import('hls.js'))).default
  } catch (error) {
    loading = undefined
    throw error
  }
}

/**
 * Loads hls.js once. Once it is there, it is returned before the next task: `import` would return it after that, and so
 * after a frame of the page. Rejects if the chunk can't be fetched; the next call tries again.
 */
export const loadHls = (): Promise<typeof Hls> => (loading ??= load())
