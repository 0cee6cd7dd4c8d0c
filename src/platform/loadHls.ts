import type Hls from 'hls.js'
import { loadChunk } from './loadChunk.ts'

/** Loads hls.js. The browser fetches it once. Rejects if the chunk can't be fetched; the next call tries again. */
export const loadHls = async (): Promise<typeof Hls> => (await loadChunk(() => import('hls.js'))).default
