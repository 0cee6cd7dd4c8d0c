import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import { fromCallback } from 'xstate'
import { type LivePlayerEvent, type StreamCommand } from '../../machines/livePlayer.ts'
import { type VideoCommand, type PlayerControlsEvent } from '../../machines/playerControls.ts'
import { loadStreamEngine } from '../platform/loadStreamEngine.ts'
import { createHlsConfig } from '../platform/hlsConfig.ts'

/** Where the picture is. React hands in both elements when it makes them, and null when it drops them. */
export function createPlayerElements() {
  let video: HTMLVideoElement | null = null
  let container: HTMLElement | null = null
  return {
    video: () => video,
    /** The element that goes full screen: picture, captions and controls. */
    container: () => container,
    setVideo: (element: HTMLVideoElement | null) => {
      video = element
    },
    setContainer: (element: HTMLElement | null) => {
      container = element
    },
  }
}

type PlayerElements = Pick<ReturnType<typeof createPlayerElements>, 'video' | 'container'>

/** What the picture shows just now, for the page to print. `clock` is its wall-clock time in ms, in whole seconds. */
export interface PlaybackStatus {
  readonly wallClock: number | undefined
  readonly caption: string
  /** Seconds behind what is live. */
  readonly secondsBehind: number
  /** Height in lines of the rendition that is shown. */
  readonly height: number | undefined
}

const emptyStatus: PlaybackStatus = { wallClock: undefined, caption: '', secondsBehind: 0, height: undefined }

/** Behind by more than this is no longer live; nearer than `NEAR` is live again. In seconds beyond the usual distance. */
const BEHIND_LIVE_SECONDS = 6
const AT_LIVE_SECONDS = 3
/** Refusals this soon after a fresh address, in ms, are not the token's age: asking for another would not help. */
const FRESH_URL_MS = 10_000

/**
 * The picture of one screen as machines see it: `playStream` for livePlayer, `controlVideo` for playerControls, and
 * `reading` for what is printed beside it. Both work on the same video element and the same hls.js.
 */
export function createStreamPlayer(elements: PlayerElements) {
  let hls: Hls | undefined
  let lastPathname = ''
  let settings = { captions: false, height: null as number | null }
  let playbackStatus = emptyStatus
  const listeners = new Set<() => void>()
  let sendToControls: (event: PlayerControlsEvent) => void = () => undefined

  const updateStatus = (next: Partial<PlaybackStatus>) => {
    const changed = Object.entries(next).some(([name, value]) => playbackStatus[name as keyof PlaybackStatus] !== value)
    if (!changed) return
    playbackStatus = { ...playbackStatus, ...next }
    for (const listener of listeners) listener()
  }

  const applyQuality = () => {
    if (!hls) return
    const at = hls.levels.findIndex((level) => level.height === settings.height)
    if (settings.height === null || at >= 0) hls.nextLevel = at
  }

  const applyCaptions = () => {
    if (hls && hls.subtitleTracks.length > 0) hls.subtitleTrack = settings.captions ? 0 : -1
    if (!settings.captions) updateStatus({ caption: '' })
  }

  return {
    /** Plays the stream at `url` until it is stopped, and frees everything then. */
    playStream: fromCallback<StreamCommand, { url: string }>(({ input, sendBack, receive }) => {
      const video = elements.video()
      if (!video) throw new Error('There is no video element to play on')
      const controller = new AbortController()
      const listen = (type: string, listener: () => void) =>
        video.addEventListener(type, listener, { signal: controller.signal })
      const send = (type: Exclude<LivePlayerEvent, { seconds: number }>['type']) =>
        sendBack({ type } satisfies LivePlayerEvent)

      let url = input.url
      const { pathname } = new URL(url, location.href)
      if (pathname !== lastPathname) sendToControls({ type: 'channel.changed' })
      lastPathname = pathname
      let urlSetAt = -Infinity
      let isMoving = false
      let behind = false
      let mediaError: number | undefined
      let isBroken = false
      let lastTime = 0

      const setMoving = (now: boolean) => {
        if (now) send('stream.playing')
        else if (isMoving) send('stream.waiting')
        isMoving = now
      }
      const start = () =>
        video.play().catch((error: unknown) => {
          if (error instanceof DOMException && error.name === 'NotAllowedError') send('stream.blocked')
        })
      const liveEdge = () => {
        if (hls?.liveSyncPosition) return hls.liveSyncPosition
        const { seekable } = video
        return seekable.length > 0 ? seekable.end(seekable.length - 1) - BEHIND_LIVE_SECONDS : undefined
      }
      const seekToLiveEdge = () => {
        const at = liveEdge()
        if (at !== undefined) video.currentTime = at
      }
      const measure = () => {
        const distance = (liveEdge() ?? video.currentTime) - video.currentTime
        const date = hls?.playingDate?.getTime()
        updateStatus({
          wallClock: date === undefined ? undefined : Math.floor(date / 1000) * 1000,
          secondsBehind: Math.max(0, Math.round(distance)),
        })
        if (behind ? distance < AT_LIVE_SECONDS : distance > BEHIND_LIVE_SECONDS) {
          behind = !behind
          send(behind ? 'stream.behind' : 'stream.atEdge')
        }
      }
      let cues: readonly VTTCue[] = []
      /** What is said at this moment of the picture; cues that lie far back are forgotten. */
      const caption = () => {
        const at = video.currentTime
        const activeCues = settings.captions ? cues.filter((cue) => cue.startTime <= at && at < cue.endTime) : []
        updateStatus({ caption: activeCues.map((cue) => cue.text).join('\n') })
      }
      const addCues = (parsed: readonly VTTCue[]) => {
        const known = new Set(cues.map((cue) => cue.startTime))
        const recent = cues.filter((cue) => cue.endTime > video.currentTime - 60)
        cues = [...recent, ...parsed.filter((cue) => !known.has(cue.startTime))]
      }

      listen('playing', () => setMoving(true))
      listen('waiting', () => setMoving(false))
      listen('pause', () => {
        if (!video.paused || video.ended) return
        isMoving = false
        send('stream.paused')
      })
      listen('ended', () => send('stream.ended'))
      listen('timeupdate', () => {
        // A picture that advances is playing, whatever the browser's events left out.
        if (!isMoving && !video.paused && !video.seeking && video.currentTime > lastTime + 0.05) setMoving(true)
        lastTime = video.currentTime
        measure()
        caption()
      })
      const reportRefused = () => {
        if (performance.now() - urlSetAt < FRESH_URL_MS) return
        urlSetAt = performance.now()
        send('stream.refused')
      }
      const reportFailed = () => {
        isBroken = true
        isMoving = false
        send('stream.failed')
      }

      const startHls = (engine: typeof Hls) => {
        if (controller.signal.aborted) return
        if (!engine.isSupported()) return playNatively()
        const { Events } = engine
        const player = new engine(createHlsConfig(() => url))
        hls = player
        player.on(Events.MANIFEST_PARSED, (_, { levels }) => {
          const heights = [...new Set(levels.map((level) => level.height))].sort((one, other) => other - one)
          sendToControls({ type: 'qualities.known', heights })
          applyQuality()
          void start()
        })
        player.on(Events.SUBTITLE_TRACKS_UPDATED, applyCaptions)
        player.on(Events.CUES_PARSED, (_, parsed) => addCues(parsed.cues as VTTCue[]))
        player.on(Events.LEVEL_SWITCHED, (_, { level }) => updateStatus({ height: player.levels[level]?.height }))
        player.on(Events.LEVEL_UPDATED, () => {
          if (isBroken && !behind) seekToLiveEdge()
          isBroken = false
          measure()
        })
        player.on(Events.ERROR, (_, data) => onHlsError(engine, data))
        player.loadSource(url)
        player.attachMedia(video)
      }

      const onHlsError = (engine: typeof Hls, data: ErrorData) => {
        const status = data.response?.code
        if (status === 403) reportRefused()
        if (status === 410 || (status === 404 && data.fatal)) return send('stream.ended')
        if (!data.fatal) return data.details === engine.ErrorDetails.BUFFER_STALLED_ERROR ? setMoving(false) : undefined
        const canRecover = mediaError === undefined || performance.now() - mediaError > 5_000
        if (data.type === engine.ErrorTypes.MEDIA_ERROR && canRecover) {
          mediaError = performance.now()
          return hls?.recoverMediaError()
        }
        reportFailed()
      }

      const playNatively = () => {
        if (!video.canPlayType('application/vnd.apple.mpegurl')) return send('stream.unsupported')
        listen('error', () => (video.error?.code === MediaError.MEDIA_ERR_NETWORK ? reportFailed() : reportRefused()))
        video.src = url
        void start()
      }

      const reconnect = () => {
        if (!hls) {
          video.src = url
          return void start()
        }
        isBroken = true
        if (hls.levels.length === 0) hls.loadSource(url)
        else hls.startLoad(-1)
        void start()
      }

      receive((command) => {
        switch (command.type) {
          case 'play':
            if (isBroken) reconnect()
            else void start()
            return
          case 'pause':
            return video.pause()
          case 'goLive':
            seekToLiveEdge()
            return void start()
          case 'reconnect':
            return reconnect()
          case 'seek': {
            const { seekable } = video
            const oldest = seekable.length > 0 ? seekable.start(0) : 0
            const newest = liveEdge() ?? video.currentTime
            video.currentTime = Math.max(oldest, Math.min(newest, video.currentTime + command.seconds))
            return
          }
          case 'setUrl':
            url = command.url
            urlSetAt = performance.now()
            return
        }
      })

      loadStreamEngine().then(startHls, () => {
        if (!controller.signal.aborted) send('stream.engineMissing')
      })

      return () => {
        controller.abort()
        hls?.destroy()
        hls = undefined
        video.removeAttribute('src')
        video.load()
        updateStatus(emptyStatus)
      }
    }),

    /** Carries out what the viewer sets, and says what became of the place of the picture. */
    controlVideo: fromCallback<VideoCommand, { volume: number }>(({ sendBack, receive }) => {
      const video = elements.video()
      const page = video?.ownerDocument
      if (!video || !page) throw new Error('There is no video element to steer')
      const controller = new AbortController()
      const { signal } = controller
      sendToControls = (event) => sendBack(event)

      const reportDisplayMode = () => {
        if (page.fullscreenElement) sendBack({ type: 'fullScreen.entered' })
        else sendBack({ type: page.pictureInPictureElement === video ? 'pictureInPicture.entered' : 'page.entered' })
      }
      page.addEventListener('fullscreenchange', reportDisplayMode, { signal })
      video.addEventListener('enterpictureinpicture', reportDisplayMode, { signal })
      video.addEventListener('leavepictureinpicture', reportDisplayMode, { signal })

      // A browser may refuse both, for instance without a press; the picture then stays where it is.
      const ignoreRefusal = (asked: Promise<unknown> | undefined) => void asked?.catch(() => undefined)
      const toggleFullscreen = () => {
        if (page.fullscreenElement) return ignoreRefusal(page.exitFullscreen())
        const frame = elements.container()
        if (frame && 'requestFullscreen' in frame) return ignoreRefusal(frame.requestFullscreen())
        // An iPhone gives the whole screen to a video only.
        const iphoneVideo: HTMLVideoElement & { webkitEnterFullscreen?: () => void } = video
        iphoneVideo.webkitEnterFullscreen?.()
      }
      const togglePictureInPicture = () => {
        if (page.pictureInPictureElement) return ignoreRefusal(page.exitPictureInPicture())
        if ('requestPictureInPicture' in video) ignoreRefusal(video.requestPictureInPicture())
      }

      receive((command) => {
        switch (command.type) {
          case 'setSound':
            video.volume = command.volume
            video.muted = command.muted
            return
          case 'setCaptions':
            settings = { ...settings, captions: command.on }
            return applyCaptions()
          case 'setQuality':
            settings = { ...settings, height: command.height }
            return applyQuality()
          case 'toggleFullScreen':
            return toggleFullscreen()
          case 'togglePictureInPicture':
            return togglePictureInPicture()
        }
      })

      return () => {
        controller.abort()
        sendToControls = () => undefined
        if (page.fullscreenElement) ignoreRefusal(page.exitFullscreen())
      }
    }),

    /** For `useSyncExternalStore`. */
    playbackStatus: {
      get: () => playbackStatus,
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
  }
}

export type StreamPlayer = ReturnType<typeof createStreamPlayer>
