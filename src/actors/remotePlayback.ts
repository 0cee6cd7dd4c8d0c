import type Hls from 'hls.js'
import { fromCallback } from 'xstate'
import { type RemotePlaybackCommand, type RemotePlaybackEvent } from '../../machines/remotePlayback.ts'
import { type PlayerElements } from '../platform/playerElements.ts'

type Player = {
  hls: Hls
  events: typeof Hls.Events
  /** The latest URL of the stream. */
  url: () => string
  /** Plays the video. */
  start: () => Promise<void>
}

/** The errors of a question that the viewer closed or did not allow. */
const dismissals = ['NotAllowedError', 'AbortError']

/**
 * Plays the video on another screen (Remote Playback API): the actor of remotePlayback, and what a player that uses
 * hls.js needs. Another screen can't play its Media Source. WebKit then plays a second source, which has the URL of the
 * stream.
 */
export function createRemotePlayback(elements: Pick<PlayerElements, 'video'>) {
  let send: ((event: RemotePlaybackEvent) => void) | undefined
  let watchId: number | undefined
  let streamSource: HTMLSourceElement | undefined
  /** Whether the other screen plays the URL instead of hls.js. */
  let isReplaced = false

  const remoteOf = (): RemotePlayback | undefined => elements.video()?.remote
  const unwatch = async () => {
    const id = watchId
    watchId = undefined
    // Rejects where remote playback has been disabled, which ends it too.
    if (id !== undefined)
      await remoteOf()
        ?.cancelWatchAvailability(id)
        .catch(() => undefined)
  }
  const watchAgain = async () => {
    await unwatch()
    try {
      watchId = await remoteOf()?.watchAvailability((isAvailable) =>
        send?.({ type: isAvailable ? 'screens.found' : 'screens.lost' }),
      )
    } catch {
      // The browser can't tell whether there is a screen.
      send?.({ type: 'screens.lost' })
    }
  }
  /** The last of the calls, which follow each other. */
  let watching = Promise.resolve()
  const watch = () => (watching = watching.then(watchAgain))
  const stopWatching = () => (watching = watching.then(unwatch))
  const removeStreamSource = () => {
    streamSource?.remove()
    streamSource = undefined
  }

  return {
    watchScreens: fromCallback<RemotePlaybackCommand, undefined>(({ sendBack, receive }) => {
      const remote = remoteOf()
      if (!remote) return undefined
      send = sendBack
      const controller = new AbortController()
      const { signal } = controller
      remote.addEventListener('connecting', () => sendBack({ type: 'screen.connecting' }), { signal })
      remote.addEventListener('connect', () => sendBack({ type: 'screen.connected' }), { signal })
      const onDisconnect = () => {
        sendBack({ type: 'screen.disconnected' })
        void watch()
      }
      remote.addEventListener('disconnect', onDisconnect, { signal })
      receive(() => {
        remote.prompt().catch((error: unknown) => {
          if (error instanceof DOMException && dismissals.includes(error.name)) return
          sendBack({ type: 'prompt.failed' })
        })
      })
      void watch()
      return () => {
        controller.abort()
        send = undefined
        void stopWatching()
      }
    }),

    /** Offers the stream of hls.js to other screens. Returns a function that ends this. */
    follow: ({ hls, events, url, start }: Player) => {
      const controller = new AbortController()
      hls.on(events.MEDIA_ATTACHED, (_, { media }) => {
        removeStreamSource()
        // hls.js adds a source only for a Managed Media Source, which opens while remote playback is disabled.
        if (!media.querySelector('source')) return
        streamSource = media.ownerDocument.createElement('source')
        streamSource.type = 'application/x-mpegURL'
        streamSource.src = url()
        media.append(streamSource)
        media.disableRemotePlayback = false
        void watch()
      })
      hls.on(events.MEDIA_DETACHED, () => {
        const remote = remoteOf()
        if (!streamSource?.parentNode || !remote || remote.state === 'disconnected') return
        isReplaced = true
        hls.stopLoad()
      })
      remoteOf()?.addEventListener(
        'disconnect',
        () => {
          const video = elements.video()
          if (!isReplaced || !video) return
          isReplaced = false
          removeStreamSource()
          video.removeAttribute('src')
          hls.attachMedia(video)
          hls.startLoad(-1)
          void start()
        },
        { signal: controller.signal },
      )
      return () => {
        controller.abort()
        isReplaced = false
        removeStreamSource()
      }
    },

    /** Whether the other screen plays the URL instead of hls.js. */
    isReplaced: () => isReplaced,

    /** The token in the URL is renewed while the video plays. */
    setUrl: (url: string) => {
      if (streamSource && !isReplaced) streamSource.src = url
    },
  }
}
