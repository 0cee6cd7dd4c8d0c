import type { HlsConfig, LevelDetails, LoadPolicy, RetryConfig } from 'hls.js'
import workerPath from 'hls.js/dist/hls.worker.js?url'

/** Replaces the token of a URL with that of `current`, so that every request has the latest token. */
export function withToken(url: string, current: string): string {
  const token = new URL(current, location.href).searchParams.get('token')
  const renewed = new URL(url, location.href)
  if (token === null || !renewed.searchParams.has('token')) return url
  renewed.searchParams.set('token', token)
  return renewed.href
}

/** Repeats a request with status 403, because its token is being renewed. Other client errors are final. */
const errorRetryConfig = (retries: number): RetryConfig => ({
  maxNumRetry: retries,
  retryDelayMs: 500,
  maxRetryDelayMs: 2_000,
  shouldRetry: (config, count, _timeout, response, retry) =>
    response?.code === 403 ? count < (config?.maxNumRetry ?? 0) + 6 : retry,
})

const createLoadPolicy = (timeout: number, retries: number): { default: LoadPolicy['default'] } => ({
  default: {
    maxTimeToFirstByteMs: timeout,
    maxLoadTimeMs: timeout * 2,
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: errorRetryConfig(retries),
  },
})

/**
 * The configuration of hls.js. `getStreamUrl` returns the latest stream URL; every request has its token.
 * The latency has no limit. Otherwise hls.js would jump to the live edge after the viewer seeks back.
 */
export function createHlsConfig(getStreamUrl: () => string): Partial<HlsConfig> {
  return {
    workerPath,
    testBandwidth: false,
    startFragPrefetch: true,
    lowLatencyMode: false,
    backBufferLength: 60,
    maxBufferLength: 20,
    capLevelToPlayerSize: true,
    liveSyncDurationCount: 3,
    maxLiveSyncPlaybackRate: 1.05,
    enableInterstitialPlayback: false,
    // The page renders captions above the controls. Native captions need a source that the policy forbids.
    renderTextTracksNatively: false,
    manifestLoadPolicy: createLoadPolicy(8_000, 1),
    playlistLoadPolicy: createLoadPolicy(8_000, 2),
    fragLoadPolicy: createLoadPolicy(10_000, 3),
    xhrSetup: (request, url) => request.open('GET', withToken(url, getStreamUrl()), true),
  }
}

/** The longest fragment at whose start a stream may start, in seconds. With a longer one, the player would not be live. */
const LONGEST_AT_START = 3

/** Sets what depends on the fragments of a stream, before the first one is loaded. */
export function adaptToFragments(
  config: Pick<HlsConfig, 'enableWorker' | 'startOnSegmentBoundary'>,
  { fragments, targetduration }: Pick<LevelDetails, 'fragments' | 'targetduration'>,
): void {
  // Fragments with an initialization segment are not converted, so a worker would only delay the first one.
  config.enableWorker = !fragments.some(({ initSegment }) => initSegment)
  // The first frame then needs one fragment, and nothing before it is decoded.
  config.startOnSegmentBoundary = targetduration <= LONGEST_AT_START
}
