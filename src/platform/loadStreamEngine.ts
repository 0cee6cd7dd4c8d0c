import type Hls from 'hls.js'

let engine: Promise<typeof Hls> | undefined

/**
 * hls.js, fetched once and only where something is watched. Asking early, beside whatever else a screen needs, is what
 * makes the first picture quick. Rejects when the chunk can't be fetched; the next call tries again.
 */
export function loadStreamEngine(): Promise<typeof Hls> {
  engine ??= import('hls.js').then(
    (module) => module.default,
    (error: unknown) => {
      engine = undefined
      throw error
    },
  )
  return engine
}
