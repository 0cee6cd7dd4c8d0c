import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import { fromCallback } from 'xstate'
import { type LivePlayerEvent, type StreamCommand } from '../../machines/livePlayer.ts'
import { type PictureCommand, type PlayerControlsEvent } from '../../machines/playerControls.ts'
import { loadStreamEngine } from '../platform/streamEngine.ts'
import { streamConfig } from '../platform/streamLine.ts'

/** Where the picture is. React hands in both elements when it makes them, and null when it drops them. */
export function openStage() {
  let video: HTMLVideoElement | null = null
  let frame: HTMLElement | null = null
  return {
    video: () => video,
    /** The element that goes full screen: picture, captions and controls. */
    frame: () => frame,
    holdVideo(element: HTMLVideoElement | null) {
      video = element
    },
    holdFrame(element: HTMLElement | null) {
      frame = element
    },
  }
}

type Stage = Pick<ReturnType<typeof openStage>, 'video' | 'frame'>

/** What the picture shows just now, for the page to print. `clock` is its wall-clock time in ms, in whole seconds. */
export interface Reading {
  readonly clock: number | undefined
  readonly caption: string
  /** Seconds behind what is live. */
  readonly behind: number
  /** Height in lines of the rendition that is shown. */
  readonly height: number | undefined
}

const nothing: Reading = { clock: undefined, caption: '', behind: 0, height: undefined }

/** Behind by more than this is no longer live; nearer than `NEAR` is live again. In seconds beyond the usual distance. */
const FAR = 6
const NEAR = 3
/** Refusals this soon after a fresh address, in ms, are not the token's age: asking for another would not help. */
const FRESH = 10_000

/**
 * The picture of one screen as machines see it: `playStream` for livePlayer, `steerPicture` for playerControls, and
 * `reading` for what is printed beside it. Both work on the same video element and the same hls.js.
 */
export function openStream(stage: Stage) {
  let hls: Hls | undefined
  let playedLast = ''
  let wanted = { captions: false, height: null as number | null }
  let reading = nothing
  const readers = new Set<() => void>()
  let tellControls: (event: PlayerControlsEvent) => void = () => undefined

  const show = (next: Partial<Reading>) => {
    const changed = Object.entries(next).some(([name, value]) => reading[name as keyof Reading] !== value)
    if (!changed) return
    reading = { ...reading, ...next }
    for (const read of readers) read()
  }

  const applyQuality = () => {
    if (!hls) return
    const at = hls.levels.findIndex((level) => level.height === wanted.height)
    if (wanted.height === null || at >= 0) hls.nextLevel = at
  }

  const applyCaptions = () => {
    if (hls && hls.subtitleTracks.length > 0) hls.subtitleTrack = wanted.captions ? 0 : -1
    if (!wanted.captions) show({ caption: '' })
  }

  return {
    /** Plays the stream at `url` until it is stopped, and frees everything then. */
    playStream: fromCallback<StreamCommand, { url: string }>(({ input, sendBack, receive }) => {
      const video = stage.video()
      if (!video) throw new Error('There is no video element to play on')
      const heard = new AbortController()
      const on = (type: string, listener: () => void) =>
        video.addEventListener(type, listener, { signal: heard.signal })
      const tell = (type: Exclude<LivePlayerEvent, { seconds: number }>['type']) =>
        sendBack({ type } satisfies LivePlayerEvent)

      let url = input.url
      const { pathname } = new URL(url, location.href)
      if (pathname !== playedLast) tellControls({ type: 'channel.changed' })
      playedLast = pathname
      let addressSince = -Infinity
      let moving = false
      let behind = false
      let mediaError: number | undefined
      let broken = false
      let wasAt = 0

      const move = (now: boolean) => {
        if (now) tell('stream.playing')
        else if (moving) tell('stream.waiting')
        moving = now
      }
      const start = () =>
        video.play().catch((error: unknown) => {
          if (error instanceof DOMException && error.name === 'NotAllowedError') tell('stream.blocked')
        })
      const edge = () => {
        if (hls?.liveSyncPosition) return hls.liveSyncPosition
        const { seekable } = video
        return seekable.length > 0 ? seekable.end(seekable.length - 1) - FAR : undefined
      }
      const toEdge = () => {
        const at = edge()
        if (at !== undefined) video.currentTime = at
      }
      const measure = () => {
        const distance = (edge() ?? video.currentTime) - video.currentTime
        const date = hls?.playingDate?.getTime()
        show({
          clock: date === undefined ? undefined : Math.floor(date / 1000) * 1000,
          behind: Math.max(0, Math.round(distance)),
        })
        if (behind ? distance < NEAR : distance > FAR) {
          behind = !behind
          tell(behind ? 'stream.behind' : 'stream.atEdge')
        }
      }
      let cues: readonly VTTCue[] = []
      /** What is said at this moment of the picture; cues that lie far back are forgotten. */
      const caption = () => {
        const at = video.currentTime
        const said = wanted.captions ? cues.filter((cue) => cue.startTime <= at && at < cue.endTime) : []
        show({ caption: said.map((cue) => cue.text).join('\n') })
      }
      const keepCues = (parsed: readonly VTTCue[]) => {
        const known = new Set(cues.map((cue) => cue.startTime))
        const recent = cues.filter((cue) => cue.endTime > video.currentTime - 60)
        cues = [...recent, ...parsed.filter((cue) => !known.has(cue.startTime))]
      }

      on('playing', () => move(true))
      on('waiting', () => move(false))
      on('pause', () => {
        if (!video.paused || video.ended) return
        moving = false
        tell('stream.paused')
      })
      on('ended', () => tell('stream.ended'))
      on('timeupdate', () => {
        // A picture that advances is playing, whatever the browser's events left out.
        if (!moving && !video.paused && !video.seeking && video.currentTime > wasAt + 0.05) move(true)
        wasAt = video.currentTime
        measure()
        caption()
      })
      const refused = () => {
        if (performance.now() - addressSince < FRESH) return
        addressSince = performance.now()
        tell('stream.refused')
      }
      const lose = () => {
        broken = true
        moving = false
        tell('stream.lost')
      }

      const engage = (engine: typeof Hls) => {
        if (heard.signal.aborted) return
        if (!engine.isSupported()) return playNatively()
        const { Events } = engine
        const player = new engine(streamConfig(() => url))
        hls = player
        player.on(Events.MANIFEST_PARSED, (_, { levels }) => {
          const heights = [...new Set(levels.map((level) => level.height))].sort((one, other) => other - one)
          tellControls({ type: 'qualities.known', heights })
          applyQuality()
          void start()
        })
        player.on(Events.SUBTITLE_TRACKS_UPDATED, applyCaptions)
        player.on(Events.CUES_PARSED, (_, parsed) => keepCues(parsed.cues as VTTCue[]))
        player.on(Events.LEVEL_SWITCHED, (_, { level }) => show({ height: player.levels[level]?.height }))
        player.on(Events.LEVEL_UPDATED, () => {
          if (broken && !behind) toEdge()
          broken = false
          measure()
        })
        player.on(Events.ERROR, (_, data) => hear(engine, data))
        player.loadSource(url)
        player.attachMedia(video)
      }

      const hear = (engine: typeof Hls, data: ErrorData) => {
        const status = data.response?.code
        if (status === 403) refused()
        if (status === 410 || (status === 404 && data.fatal)) return tell('stream.ended')
        if (!data.fatal) return data.details === engine.ErrorDetails.BUFFER_STALLED_ERROR ? move(false) : undefined
        const again = mediaError === undefined || performance.now() - mediaError > 5_000
        if (data.type === engine.ErrorTypes.MEDIA_ERROR && again) {
          mediaError = performance.now()
          return hls?.recoverMediaError()
        }
        lose()
      }

      const playNatively = () => {
        if (!video.canPlayType('application/vnd.apple.mpegurl')) return tell('stream.unsupported')
        on('error', () => (video.error?.code === MediaError.MEDIA_ERR_NETWORK ? lose() : refused()))
        video.src = url
        void start()
      }

      const rejoin = () => {
        if (!hls) {
          video.src = url
          return void start()
        }
        broken = true
        if (hls.levels.length === 0) hls.loadSource(url)
        else hls.startLoad(-1)
        void start()
      }

      receive((command) => {
        switch (command.type) {
          case 'play':
            return void (broken ? rejoin() : start())
          case 'pause':
            return video.pause()
          case 'goLive':
            toEdge()
            return void start()
          case 'rejoin':
            return rejoin()
          case 'seek': {
            const { seekable } = video
            const oldest = seekable.length > 0 ? seekable.start(0) : 0
            const newest = edge() ?? video.currentTime
            video.currentTime = Math.max(oldest, Math.min(newest, video.currentTime + command.seconds))
            return
          }
          case 'useAddress':
            url = command.url
            addressSince = performance.now()
            return
        }
      })

      loadStreamEngine().then(engage, () => {
        if (!heard.signal.aborted) tell('stream.engineMissing')
      })

      return () => {
        heard.abort()
        hls?.destroy()
        hls = undefined
        video.removeAttribute('src')
        video.load()
        show(nothing)
      }
    }),

    /** Carries out what the viewer sets, and says what became of the place of the picture. */
    steerPicture: fromCallback<PictureCommand, { volume: number }>(({ sendBack, receive }) => {
      const video = stage.video()
      const page = video?.ownerDocument
      if (!video || !page) throw new Error('There is no video element to steer')
      const heard = new AbortController()
      const { signal } = heard
      tellControls = (event) => sendBack(event)

      const place = () => {
        if (page.fullscreenElement) sendBack({ type: 'full.entered' })
        else sendBack({ type: page.pictureInPictureElement === video ? 'floating.entered' : 'page.entered' })
      }
      page.addEventListener('fullscreenchange', place, { signal })
      video.addEventListener('enterpictureinpicture', place, { signal })
      video.addEventListener('leavepictureinpicture', place, { signal })

      // A browser may refuse both, for instance without a press; the picture then stays where it is.
      const unlessRefused = (asked: Promise<unknown> | undefined) => void asked?.catch(() => undefined)
      const full = () => {
        if (page.fullscreenElement) return unlessRefused(page.exitFullscreen())
        const frame = stage.frame()
        if (frame && 'requestFullscreen' in frame) return unlessRefused(frame.requestFullscreen())
        // An iPhone gives the whole screen to a video only.
        if ('webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function') {
          video.webkitEnterFullscreen()
        }
      }
      const float = () => {
        if (page.pictureInPictureElement) return unlessRefused(page.exitPictureInPicture())
        if ('requestPictureInPicture' in video) unlessRefused(video.requestPictureInPicture())
      }

      receive((command) => {
        switch (command.type) {
          case 'setSound':
            video.volume = command.volume
            video.muted = command.muted
            return
          case 'setCaptions':
            wanted = { ...wanted, captions: command.on }
            return applyCaptions()
          case 'setQuality':
            wanted = { ...wanted, height: command.height }
            return applyQuality()
          case 'toggleFull':
            return full()
          case 'toggleFloating':
            return float()
        }
      })

      return () => {
        heard.abort()
        tellControls = () => undefined
        if (page.fullscreenElement) unlessRefused(page.exitFullscreen())
      }
    }),

    /** For `useSyncExternalStore`. */
    reading: {
      get: () => reading,
      subscribe(read: () => void) {
        readers.add(read)
        return () => void readers.delete(read)
      },
    },
  }
}

export type Stream = ReturnType<typeof openStream>
