import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import { fromCallback } from 'xstate'
import { type PlayerControlsEvent } from '../../machines/playerControls.setup.ts'
import { type StreamCommand, type StreamEvent } from '../../machines/stream.types.ts'
import { createCaptionCues } from '../platform/captionCues.ts'
import { adaptToFragments, createHlsConfig } from '../platform/hlsConfig.ts'
import { loadHls } from '../platform/loadHls.ts'
import { createPlaybackStatus } from '../platform/playbackStatus.ts'
import { type PlayerElements } from '../platform/playerElements.ts'
import { createPlaylistLoader } from '../platform/playlistLoader.ts'
import { playVideo } from '../platform/playVideo.ts'
import { type WarmStreams } from '../platform/warmStreams.ts'
import { createControlVideo } from './controlVideo.ts'
import { createRemotePlayback } from './remotePlayback.ts'
import { createStreamQuality } from './streamQuality.ts'

/** The video is behind when it is more than 6 s from the live edge, and live again within 3 s. */
const BEHIND_LIVE_SECONDS = 6
const AT_LIVE_SECONDS = 3
/** The time in ms in which a new URL can't have expired, so a refusal does not renew it again. */
const FRESH_URL_MS = 10_000

/** The actors of livePlayer and of the machines of its controls. They share a video element and an instance of hls.js. */
export function createStreamPlayer(
  elements: PlayerElements,
  warmStreams: Pick<WarmStreams, 'take' | 'isWarmRendition'>,
  load: () => Promise<typeof Hls> = loadHls,
) {
  let hls: Hls | undefined
  let hasCaptions = false
  const quality = createStreamQuality()
  const remote = createRemotePlayback(elements)
  const playbackStatus = createPlaybackStatus()
  let sendToControls: (event: PlayerControlsEvent) => void = () => undefined

  const applyCaptions = () => {
    if (hls && hls.subtitleTracks.length > 0) hls.subtitleTrack = hasCaptions ? 0 : -1
    // The browser renders the captions of a stream that it plays itself: an iPhone’s full screen shows only the video.
    const tracks = [...(elements.video()?.textTracks ?? [])].filter(({ kind }) => /^(subtitles|captions)$/.test(kind))
    tracks.forEach((track, at) => (track.mode = hasCaptions && at === 0 ? 'showing' : 'disabled'))
    if (!hasCaptions) playbackStatus.update({ caption: '' })
  }

  return {
    /** Plays the stream at `url` until the actor stops. */
    playStream: fromCallback<StreamCommand, { url: string }>(({ input, sendBack, receive }) => {
      const video = elements.video()
      if (!video) throw new Error('playStream: the video element is not mounted')
      const controller = new AbortController()
      const listen = (type: string, listener: () => void) =>
        video.addEventListener(type, listener, { signal: controller.signal })
      const send = (type: StreamEvent['type']) => sendBack({ type } satisfies StreamEvent)

      let url = input.url
      let urlSetAt = -Infinity
      let isPlaying = false
      let behind = false
      /** Whether the video has a position. It has none before its first frame, while its time is 0. */
      let hasPosition = false
      let mediaError: number | undefined
      let isBroken = false
      let lastTime = 0
      /** Whether the video plays when the stream has been loaded. */
      let plays = true
      let stopFollowing = () => {}

      const setPlaying = (now: boolean) => {
        if (now) send('stream.playing')
        else if (isPlaying) send('stream.waiting')
        isPlaying = now
      }
      const start = () =>
        playVideo(video, {
          signal: controller.signal,
          onMuted: () => sendToControls({ type: 'sound.blocked' }),
          onBlocked: () => send('stream.blocked'),
        })
      const liveEdge = () => {
        if (hls?.liveSyncPosition && !remote.isReplaced()) return hls.liveSyncPosition
        const { seekable } = video
        return seekable.length > 0 ? seekable.end(seekable.length - 1) - BEHIND_LIVE_SECONDS : undefined
      }
      const seekToLiveEdge = () => {
        const at = liveEdge()
        if (at !== undefined) video.currentTime = at
      }
      const measure = () => {
        if (!hasPosition) return
        const edge = liveEdge() ?? video.currentTime
        const distance = edge - video.currentTime
        const date = hls?.playingDate?.getTime()
        playbackStatus.update({
          wallClock: date === undefined ? undefined : Math.floor(date / 1000) * 1000,
          secondsBehind: Math.max(0, Math.round(distance)),
          windowSeconds: video.seekable.length > 0 ? Math.max(0, Math.round(edge - video.seekable.start(0))) : 0,
        })
        if (behind ? distance < AT_LIVE_SECONDS : distance > BEHIND_LIVE_SECONDS) {
          behind = !behind
          send(behind ? 'stream.behind' : 'stream.atEdge')
        }
      }
      const cues = createCaptionCues()
      const updateCaption = () => playbackStatus.update({ caption: hasCaptions ? cues.textAt(video.currentTime) : '' })

      listen('emptied', () => (hasPosition = false))
      listen('loadeddata', () => {
        hasPosition = true
        measure()
      })
      listen('playing', () => setPlaying(true))
      listen('waiting', () => setPlaying(false))
      listen('pause', () => {
        if (!video.paused || video.ended) return
        isPlaying = false
        send('stream.paused')
      })
      listen('ended', () => send('stream.ended'))
      listen('timeupdate', () => {
        // Browsers may not fire 'playing'. The time also moves to the start of the stream, and once more after 'waiting'.
        const advances = hasPosition && !video.paused && !video.seeking && video.currentTime > lastTime + 0.05
        if (!isPlaying && advances && video.readyState >= video.HAVE_FUTURE_DATA) setPlaying(true)
        lastTime = video.currentTime
        measure()
        updateCaption()
      })
      const reportRefused = () => {
        if (performance.now() - urlSetAt < FRESH_URL_MS) return
        urlSetAt = performance.now()
        send('stream.refused')
      }
      const reportFailed = () => {
        isBroken = true
        isPlaying = false
        send('stream.failed')
      }

      const startHls = (engine: typeof Hls) => {
        if (controller.signal.aborted) return
        if (!engine.isSupported()) {
          playNatively()
          return
        }
        const { Events } = engine
        const pLoader = createPlaylistLoader(engine, warmStreams, quality.rewriteMaster)
        const player = new engine({ ...createHlsConfig(() => url), pLoader })
        hls = player
        const reload = () => {
          plays = !video.paused
          cues.clear()
          setPlaying(false)
          player.loadSource(url)
        }
        quality.setPlayer({ hls: player, reload, position: () => (behind ? video.currentTime : undefined) })
        stopFollowing = remote.follow({ hls: player, events: Events, url: () => url, start })
        player.on(Events.MANIFEST_PARSED, (_, { levels }) => {
          quality.selectLevel(
            player,
            levels.findIndex((level) => warmStreams.isWarmRendition(url, level.uri)),
          )
          if (plays) void start()
        })
        // After the event, because hls.js then selects a track itself.
        player.on(Events.SUBTITLE_TRACKS_UPDATED, () => queueMicrotask(applyCaptions))
        player.on(Events.CUES_PARSED, (_, parsed) => cues.add(parsed.cues as VTTCue[], video.currentTime))
        player.on(Events.LEVEL_SWITCHED, (_, { level }) =>
          playbackStatus.update({ height: player.levels[level]?.height || undefined }),
        )
        player.on(Events.LEVEL_LOADED, (_, { details }) => adaptToFragments(player.config, details))
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
        if (status === 410 || (status === 404 && data.fatal)) {
          send('stream.ended')
          return
        }
        if (!data.fatal) {
          if (data.details === engine.ErrorDetails.BUFFER_STALLED_ERROR) setPlaying(false)
          return
        }
        const canRecover = mediaError === undefined || performance.now() - mediaError > 5_000
        if (data.type === engine.ErrorTypes.MEDIA_ERROR && canRecover) {
          mediaError = performance.now()
          return hls?.recoverMediaError()
        }
        reportFailed()
      }

      const playNatively = () => {
        if (!video.canPlayType('application/vnd.apple.mpegurl')) {
          send('stream.unsupported')
          return
        }
        listen('error', () => (video.error?.code === MediaError.MEDIA_ERR_NETWORK ? reportFailed() : reportRefused()))
        video.textTracks.addEventListener('addtrack', applyCaptions, { signal: controller.signal })
        playbackStatus.update({ isNative: true })
        video.src = url
        void start()
      }

      const reconnect = () => {
        if (!hls || remote.isReplaced()) {
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
            plays = true
            if (isBroken) reconnect()
            else void start()
            return
          case 'pause':
            plays = false
            return video.pause()
          case 'goLive':
            seekToLiveEdge()
            measure()
            return void start()
          case 'reconnect':
            return reconnect()
          case 'seek': {
            if (!hasPosition) return
            const oldest = video.seekable.length > 0 ? video.seekable.start(0) : 0
            const newest = liveEdge() ?? video.currentTime
            video.currentTime = Math.max(oldest, Math.min(newest, video.currentTime + command.seconds))
            return measure()
          }
          case 'setUrl':
            url = command.url
            urlSetAt = performance.now()
            return remote.setUrl(url)
        }
      })

      load().then(startHls, () => {
        if (!controller.signal.aborted) send('stream.playerCodeMissing')
      })

      // While the video is paused no event tells that the live edge moves on.
      const timer = setInterval(() => video.paused && measure(), 1_000)

      return () => {
        controller.abort()
        clearInterval(timer)
        hls?.destroy()
        stopFollowing()
        hls = undefined
        quality.clearPlayer()
        video.removeAttribute('src')
        video.load()
        playbackStatus.clear()
      }
    }),

    controlVideo: createControlVideo({
      elements,
      setCaptions: (on) => {
        hasCaptions = on
        applyCaptions()
      },
      setSender: (send = () => undefined) => {
        sendToControls = send
      },
    }),

    controlQuality: quality.controlQuality,
    watchScreens: remote.watchScreens,

    playbackStatus,

    /** The quality in which the next channel will start. */
    warmQuality: () => quality.warmQuality(playbackStatus.get().height),

    /** Tells the controls that another channel is opened. */
    announceChannel: () => {
      sendToControls({ type: 'channel.changed' })
      quality.announceChannel()
    },
  }
}
