import type Hls from 'hls.js'
import { type QueryClient } from '@tanstack/react-query'
import { fromCallback } from 'xstate'
import { type ChannelPreviewEvent } from '../../machines/channelPreview.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { createHlsConfig } from '../platform/hlsConfig.ts'
import { loadHls } from '../platform/loadHls.ts'
import { channelQuery } from '../queries/channelQuery.ts'

type Dependencies = {
  api: ApiClient
  queryClient: QueryClient
  /** The video element of the card. */
  video: () => HTMLVideoElement | null
}

/** A small picture needs no more, in seconds. */
const BUFFER_SECONDS = 6

/** The actor of the channelPreview machine. */
export const createChannelPreviewActors = ({ api, queryClient, video }: Dependencies) => ({
  playPreview: fromCallback<ChannelPreviewEvent, { slug: string }>(({ sendBack, input: { slug } }) => {
    const controller = new AbortController()
    let hls: Hls | undefined
    let playedVideo: HTMLVideoElement | null = null
    const fail = () => {
      if (!controller.signal.aborted) sendBack({ type: 'preview.failed' })
    }

    const start = async () => {
      // The token of the stream may have expired.
      const [{ streamUrl }, engine] = await Promise.all([
        queryClient.query({ ...channelQuery({ api }, slug), staleTime: 0 }),
        loadHls(),
      ])
      const element = video()
      if (controller.signal.aborted) return
      if (!streamUrl || !element) throw new Error(`No preview of ${slug}`)
      playedVideo = element
      element.muted = true
      element.addEventListener('playing', () => sendBack({ type: 'preview.playing' }), { signal: controller.signal })
      element.addEventListener('error', fail, { signal: controller.signal })
      if (!engine.isSupported()) {
        element.src = streamUrl
        await element.play()
        return
      }
      hls = new engine({ ...createHlsConfig(() => streamUrl), startLevel: 0, maxBufferLength: BUFFER_SECONDS })
      hls.on(engine.Events.ERROR, (_, { fatal }) => {
        if (fatal) fail()
      })
      hls.on(engine.Events.MANIFEST_PARSED, () => void element.play().catch(fail))
      hls.loadSource(streamUrl)
      hls.attachMedia(element)
    }
    start().catch(fail)

    return () => {
      controller.abort()
      hls?.destroy()
      playedVideo?.removeAttribute('src')
      playedVideo?.load()
    }
  }),
})
