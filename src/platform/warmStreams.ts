import { readRenditions } from './masterPlaylist.ts'

/** The playlists of streams that the viewer is likely to open next, so that opening one needs fragments only. */

/** A playlist as it was loaded at `at` (`performance.now()`). */
export type WarmPlaylist = { readonly text: string; readonly at: number }

type StoredPlaylist = WarmPlaylist & { readonly lifetimeMs: number }

/** The address of the playlist of a rendition lives as long as that of the stream. */
const MASTER_LIFETIME_MS = 240_000

const pathOf = (url: string) => new URL(url, location.href).pathname

/** The rendition without a picture, or that with at most these lines; without such a one, the lowest. */
export type WarmQuality = 'audioOnly' | number

/** The URL of the rendition; undefined without any. */
function renditionUrlOf(master: string, url: string, quality: WarmQuality): string | undefined {
  const renditions = readRenditions(master)
  const pictures = renditions.filter(({ isAudioOnly }) => !isAudioOnly).sort((one, other) => other.height - one.height)
  const rendition =
    quality === 'audioOnly'
      ? renditions.find(({ isAudioOnly }) => isAudioOnly)
      : pictures.find(({ height }) => height <= quality)
  const uri = (rendition ?? pictures.at(-1))?.uri
  return uri === undefined ? undefined : new URL(uri, url).href
}

/**
 * How long the first fragment of a live playlist can be chosen without a newer one, in ms: playback starts three target
 * durations behind the live edge, and the edge is known by the age of the playlist.
 */
const lifetimeOf = (text: string) => 2_000 * Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(text)?.[1] ?? 0)

export type WarmStreams = ReturnType<typeof createWarmStreams>

/** A store of playlists. Each is used once, and only while it is new enough. */
export function createWarmStreams(load: typeof fetch = (...request) => fetch(...request)) {
  const playlists = new Map<string, StoredPlaylist>()
  const renditions = new Map<string, string>()

  async function read(url: string, signal: AbortSignal): Promise<string> {
    const response = await load(url, { signal })
    if (!response.ok) throw new Error(`The playlist was answered ${response.status}`)
    return response.text()
  }

  return {
    /** Loads the playlist of a stream and that of its rendition in this quality. Loads no fragment. */
    async warm(streamUrl: string, quality: WarmQuality, signal: AbortSignal): Promise<void> {
      const url = new URL(streamUrl, location.href).href
      const master = await read(url, signal)
      playlists.set(pathOf(url), { text: master, at: performance.now(), lifetimeMs: MASTER_LIFETIME_MS })
      const renditionUrl = renditionUrlOf(master, url, quality)
      if (renditionUrl === undefined) return
      const at = performance.now()
      const text = await read(renditionUrl, signal)
      playlists.set(pathOf(renditionUrl), { text, at, lifetimeMs: lifetimeOf(text) })
      renditions.set(pathOf(url), pathOf(renditionUrl))
    },
    /** The playlist at `url`, removed from the store. */
    take(url: string): WarmPlaylist | undefined {
      const path = pathOf(url)
      const playlist = playlists.get(path)
      playlists.delete(path)
      return playlist && performance.now() - playlist.at < playlist.lifetimeMs ? playlist : undefined
    },
    /** Whether `url` is the rendition of a stream whose playlist was loaded. */
    isWarmRendition: (streamUrl: string, url: string | undefined): boolean =>
      url !== undefined && renditions.get(pathOf(streamUrl)) === pathOf(url),
  }
}
