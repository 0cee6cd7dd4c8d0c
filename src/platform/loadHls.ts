import type Hls from 'hls.js'
import { loadOnce } from './loadChunk.ts'

/** Loads hls.js once. Rejects if the chunk can't be fetched; the next call tries again. */
export const loadHls = loadOnce(async (): Promise<typeof Hls> => (await import('hls.js')).default)
