import type Hls from 'hls.js'
import type {
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  PlaylistLoaderConstructor,
  PlaylistLoaderContext,
} from 'hls.js'
import { type WarmStreams } from './warmStreams.ts'

/**
 * The loader of hls.js for playlists. It takes those that are stored or on their way, and loads the others.
 * `rewriteMaster` returns what hls.js reads instead of the master playlist.
 */
export function createPlaylistLoader(
  engine: typeof Hls,
  warmStreams: Pick<WarmStreams, 'take'>,
  rewriteMaster: (master: string) => string,
) {
  const Loader = engine.DefaultConfig.loader as PlaylistLoaderConstructor
  return class extends Loader {
    override load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      const type: string = context.type
      const rewrite = (text: string) => (type === 'manifest' ? rewriteMaster(text) : text)
      const loadNow = () =>
        super.load(context, config, {
          ...callbacks,
          onSuccess: (response, ...rest) =>
            callbacks.onSuccess(
              typeof response.data === 'string' ? { ...response, data: rewrite(response.data) } : response,
              ...rest,
            ),
        })
      const stored = warmStreams.take(context.url)
      if (!stored) {
        loadNow()
        return
      }
      this.context = context
      void stored.then((playlist) => {
        if (this.context !== context) return
        if (!playlist) {
          loadNow()
          return
        }
        const { stats } = this
        const { text, at } = playlist
        stats.loaded = text.length
        stats.total = text.length
        // hls.js derives the age of the live edge from these times.
        Object.assign(stats.loading, { start: at, first: at, end: at })
        callbacks.onSuccess({ url: context.url, data: rewrite(text), code: 200 }, stats, context, null)
      })
    }
    override destroy(): void {
      this.context = null
      super.destroy()
    }
    override abort(): void {
      this.context = null
      super.abort()
    }
  } satisfies new (config: HlsConfig) => InstanceType<PlaylistLoaderConstructor>
}
