/** What the player shows beside the video. */
export type PlaybackStatus = {
  /** The wall-clock time of the current frame in ms, in whole seconds. */
  readonly wallClock: number | undefined
  readonly caption: string
  /** Seconds behind the live edge. */
  readonly secondsBehind: number
  /** How far back the viewer can seek from the live edge, in seconds. */
  readonly windowSeconds: number
  /** The height of the current rendition, in lines. */
  readonly height: number | undefined
  /** Whether the browser plays HLS itself. It then chooses the quality. */
  readonly isNative: boolean
}

const emptyStatus: PlaybackStatus = {
  wallClock: undefined,
  caption: '',
  secondsBehind: 0,
  windowSeconds: 0,
  height: undefined,
  isNative: false,
}

/** A store for `useSyncExternalStore`. It notifies its listeners only if a value changes. */
export function createPlaybackStatus() {
  let status = emptyStatus
  const listeners = new Set<() => void>()
  const update = (next: Partial<PlaybackStatus>) => {
    const isChanged = Object.entries(next).some(([name, value]) => status[name as keyof PlaybackStatus] !== value)
    if (!isChanged) return
    status = { ...status, ...next }
    for (const listener of listeners) listener()
  }
  return {
    get: () => status,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    update,
    clear: () => update(emptyStatus),
  }
}

export type PlaybackStatusStore = Pick<ReturnType<typeof createPlaybackStatus>, 'get' | 'subscribe'>
