import { readRenditions } from './masterPlaylist.ts'

/** The playlists of streams that the viewer opens or is likely to open next, so that opening one needs fragments only. */

/** A playlist as it was loaded at `at` (`performance.now()`). */
export type WarmPlaylist = { readonly text: string; readonly at: number }

type StoredPlaylist = WarmPlaylist & { readonly url: string; readonly lifetimeMs: number }

/** The address of the playlist of a rendition lives as long as that of the stream. */
const MASTER_LIFETIME_MS = 240_000

const pathOf = (url: string) => new URL(url, location.href).pathname

/**
 * The rendition without a picture, that with at most these lines, or that in which hls.js starts, whose bit rate is at
 * most that of its first estimate. Without such a one, the lowest.
 */
export type WarmQuality = 'audioOnly' | 'start' | number

/** The bandwidth that hls.js assumes before it has loaded a fragment, and the share of it that a rendition may take. */
const START_BITS_PER_SECOND = 500_000 * 0.95

/** The URL of the rendition; undefined without any. */
function renditionUrlOf(master: string, url: string, quality: WarmQuality): string | undefined {
  const renditions = readRenditions(master)
  const pictures = renditions.filter(({ isAudioOnly }) => !isAudioOnly).sort((one, other) => other.height - one.height)
  const rendition =
    quality === 'audioOnly'
      ? renditions.find(({ isAudioOnly }) => isAudioOnly)
      : pictures.find(({ height, bandwidth }) =>
          quality === 'start' ? bandwidth <= START_BITS_PER_SECOND : height <= quality,
        )
  const uri = (rendition ?? pictures.at(-1))?.uri
  return uri === undefined ? undefined : new URL(uri, url).href
}

/**
 * How long the first fragment of a live playlist can be chosen without a newer one, in ms: playback starts three target
 * durations behind the live edge, and the edge is known by the age of the playlist.
 */
const lifetimeOf = (text: string): number => 2_000 * Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(text)?.[1] ?? 0)

const isNew = ({ at, lifetimeMs }: StoredPlaylist): boolean => performance.now() - at < lifetimeMs

export type WarmStreams = ReturnType<typeof createWarmStreams>

/** A store of playlists, from the moment they are requested. Each is used once, and only while it is new enough. */
export function createWarmStreams(load: typeof fetch = (...request) => fetch(...request)) {
  const playlists = new Map<string, Promise<StoredPlaylist>>()
  const renditions = new Map<string, string>()
  let cleared = new AbortController()

  async function read(url: string, lifetime: (text: string) => number, signal: AbortSignal): Promise<StoredPlaylist> {
    const at = performance.now()
    const response = await load(url, { signal })
    if (!response.ok) throw new Error(`The playlist was answered ${response.status}`)
    const text = await response.text()
    return { url, text, at, lifetimeMs: lifetime(text) }
  }
  function store(url: string, lifetime: (text: string) => number, signal: AbortSignal): Promise<StoredPlaylist> {
    const playlist = read(url, lifetime, signal)
    playlists.set(pathOf(url), playlist)
    return playlist
  }
  /** The playlist in the store, if it is new enough. */
  const stored = (url: string): Promise<StoredPlaylist | undefined> | undefined =>
    playlists.get(pathOf(url))?.then(
      (playlist) => (isNew(playlist) ? playlist : undefined),
      () => undefined,
    )

  return {
    /**
     * Loads the playlist of a stream, unless it is stored with the same token, and that of its rendition in this quality.
     * Loads no fragment. Returns how long that of the rendition can be used, in ms; undefined if the stream has no
     * renditions.
     */
    async warm(streamUrl: string, quality: WarmQuality, caller: AbortSignal): Promise<number | undefined> {
      const url = new URL(streamUrl, location.href).href
      const signal = AbortSignal.any([caller, cleared.signal])
      const known = stored(url) && (await stored(url))
      const master = known?.url === url ? known : await store(url, () => MASTER_LIFETIME_MS, signal)
      const renditionUrl = renditionUrlOf(master.text, url, quality)
      signal.throwIfAborted()
      if (renditionUrl === undefined) return undefined
      renditions.set(pathOf(url), pathOf(renditionUrl))
      const isStored = stored(renditionUrl) && (await stored(renditionUrl))
      if (!isStored) return (await store(renditionUrl, lifetimeOf, signal)).lifetimeMs
      // The player can use the stored one until the new one is there.
      const renewed = await read(renditionUrl, lifetimeOf, signal)
      playlists.set(pathOf(renditionUrl), Promise.resolve(renewed))
      return renewed.lifetimeMs
    },
    /** The playlist at `url`, removed from the store. It becomes undefined if it fails or is too old. */
    take(url: string): Promise<WarmPlaylist | undefined> | undefined {
      const playlist = stored(url)
      playlists.delete(pathOf(url))
      return playlist
    },
    /** Removes all playlists and aborts their requests: the next user may not be allowed to watch the streams. */
    clear(): void {
      cleared.abort()
      cleared = new AbortController()
      playlists.clear()
      renditions.clear()
    },
    /** Whether `url` is the rendition of a stream whose playlist was loaded. */
    isWarmRendition: (streamUrl: string, url: string | undefined): boolean =>
      url !== undefined && renditions.get(pathOf(streamUrl)) === pathOf(url),
  }
}

/** The store of the page. */
export const warmStreams = createWarmStreams()
