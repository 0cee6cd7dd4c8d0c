/**
 * The live streams of the sandbox: endless HLS for every channel, computed from the clock and six stored fragments per
 * rendition. The only state is the cache of files and the segment at which each stalled channel stopped.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { resourcePath } from '../../root.ts'
import { CHANNELS } from '../seed/channels.ts'
import { audioInit, audioSegment, videoCodec, readSegments, rebaseSegment, SEGMENT_SECONDS } from './boxes.ts'
import { newestSegment, WINDOW_SEGMENTS } from './clock.ts'
import { captionSegment, masterPlaylist, mediaPlaylist, type Rendition } from './playlists.ts'

export interface StreamRoutesOptions {
  /** Whether the token is valid for the channel now. */
  verify: (token: string, slug: string) => boolean
  /** The active fault of a channel: `stall` freezes its playlists, `off-air` stops the stream. */
  faultOf: (slug: string) => 'stall' | 'off-air' | undefined
  now: () => Date
}

interface Loop {
  init: Buffer
  segments: Buffer[]
  rendition: Rendition
}

const SIZES = { '360p': { width: 640, height: 360 }, '180p': { width: 320, height: 180 } } as const
type Size = keyof typeof SIZES
/** The renditions of every channel, the best one first. `audio` is the sound of the others without their picture. */
const RENDITIONS = ['360p', '180p', 'audio'] as const satisfies readonly (Size | 'audio')[]
type RenditionName = (typeof RENDITIONS)[number]
/** One channel has pictures only, because not every stream has a rendition without them. */
const SLUG_WITHOUT_AUDIO = 'high-desert'
const renditionsOf = (slug: string): readonly RenditionName[] =>
  RENDITIONS.filter((name) => name !== 'audio' || slug !== SLUG_WITHOUT_AUDIO)
const renditionOf = (slug: string, name: string): RenditionName | undefined =>
  renditionsOf(slug).find((rendition) => rendition === name)

const AUDIO_CODEC = 'mp4a.40.2'

/** The number of segments that are still served after they left the playlist, for clients with an earlier playlist. */
const GRACE_SEGMENTS = 8

const PLAYLIST = 'application/vnd.apple.mpegurl'
const CAPTIONS = 'text/vtt; charset=utf-8'
const compress = promisify(gzip)

/** The routes of the streams, mounted at `/sandbox/streams`. */
export function createStreamRoutes({ verify, faultOf, now }: StreamRoutesOptions): Hono {
  const loops = new Map<string, Loop>()
  const stalls = new Map<string, number>()

  const readMedia = (slug: string, size: Size) =>
    readSegments(readFileSync(resourcePath(`server/sandbox/streams/media/${slug}/${size}.mp4`)))

  function readAudio(slug: string) {
    const { init, segments } = readMedia(slug, '180p')
    return { init: audioInit(init), segments: segments.map(audioSegment) }
  }

  function loadLoop(slug: string, name: RenditionName): Loop {
    const key = `${slug}/${name}`
    const known = loops.get(key)
    if (known) return known
    const { init, segments } = name === 'audio' ? readAudio(slug) : readMedia(slug, name)
    const rate = (bytes: number, seconds: number) => Math.ceil((bytes * 8) / seconds)
    const loop = {
      init,
      segments,
      rendition: {
        name,
        ...(name === 'audio'
          ? { codecs: AUDIO_CODEC }
          : { size: SIZES[name], codecs: `${videoCodec(init)},${AUDIO_CODEC}` }),
        peak: rate(Math.max(...segments.map((segment) => segment.length)), SEGMENT_SECONDS),
        average: rate(
          segments.reduce((sum, segment) => sum + segment.length, 0),
          SEGMENT_SECONDS * segments.length,
        ),
      },
    }
    loops.set(key, loop)
    return loop
  }

  /** The last segment of the playlists. A stalled stream stops at the segment of the first request after the stall. */
  function newestOf(slug: string): number {
    const newest = newestSegment(now())
    if (faultOf(slug) !== 'stall') {
      stalls.delete(slug)
      return newest
    }
    const frozen = stalls.get(slug) ?? newest
    stalls.set(slug, frozen)
    return frozen
  }

  /** A text response, compressed on request; 304 when the client has it. */
  async function respondWithText(c: Context, body: string, type: string) {
    const tag = `"${createHash('sha1').update(body).digest('base64url').slice(0, 16)}"`
    const headers = { ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' }
    if (c.req.header('If-None-Match') === tag) return c.body(null, 304, headers)
    if (!/\bgzip\b/.test(c.req.header('Accept-Encoding') ?? ''))
      return c.body(body, 200, { ...headers, 'Content-Type': type })
    const compressed = new Uint8Array(await compress(body, { level: 5 }))
    return c.body(compressed, 200, { ...headers, 'Content-Type': type, 'Content-Encoding': 'gzip' })
  }

  const respondWithMedia = (c: Context, body: Buffer, name: RenditionName) =>
    c.body(new Uint8Array(body), 200, {
      'Content-Type': name === 'audio' ? 'audio/mp4' : 'video/mp4',
      'Content-Length': String(body.length),
      'Cache-Control': 'private, max-age=600, immutable',
    })

  const app = new Hono()

  // A separate sandbox has another origin than the page.
  app.use('*', async (c, next) => {
    await next()
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', 'Date, ETag')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Timing-Allow-Origin', '*')
    c.header('X-Content-Type-Options', 'nosniff')
  })
  app.options('*', (c) =>
    c.body(null, 204, {
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': '600',
    }),
  )

  app.use('/:slug/*', async (c, next) => {
    const slug = c.req.param('slug')
    const channel = CHANNELS.find((channel) => channel.slug === slug)
    if (!channel) return c.text('There is no such channel.', 404)
    if (!verify(c.req.query('token') ?? '', slug)) {
      return c.text('The stream URL has expired.', 403, { 'Cache-Control': 'no-store' })
    }
    if (!channel.live || faultOf(slug) === 'off-air') {
      return c.text('The channel is off air.', 410, { 'Cache-Control': 'no-store' })
    }
    await next()
    return undefined
  })

  const tokenOf = (c: Context) => c.req.query('token') ?? ''

  app.get('/:slug/index.m3u8', (c) => {
    const slug = c.req.param('slug')
    const renditions = renditionsOf(slug).map((name) => loadLoop(slug, name).rendition)
    return respondWithText(c, masterPlaylist(renditions, tokenOf(c)), PLAYLIST)
  })

  app.get('/:slug/:track/index.m3u8', (c) => {
    const { slug, track } = c.req.param()
    if (track !== 'captions' && !renditionOf(slug, track)) return c.notFound()
    return respondWithText(c, mediaPlaylist(newestOf(slug), track === 'captions' ? 'vtt' : 'm4s', tokenOf(c)), PLAYLIST)
  })

  app.get('/:slug/:track/init.mp4', (c) => {
    const { slug, track } = c.req.param()
    const name = renditionOf(slug, track)
    return name ? respondWithMedia(c, loadLoop(slug, name).init, name) : c.notFound()
  })

  app.get('/:slug/:track/:file', (c) => {
    const { slug, track, file } = c.req.param()
    const [, digits, extension] = /^(\d{1,12})\.(m4s|vtt)$/.exec(file) ?? []
    const sequence = Number(digits)
    const newest = newestOf(slug)
    if (!digits || sequence > newest || sequence <= newest - WINDOW_SEGMENTS - GRACE_SEGMENTS) return c.notFound()
    const channel = CHANNELS.find((channel) => channel.slug === slug)
    if (extension === 'vtt' && track === 'captions' && channel)
      return respondWithText(c, captionSegment(channel, sequence), CAPTIONS)
    const name = renditionOf(slug, track)
    if (extension !== 'm4s' || !name) return c.notFound()
    const { segments } = loadLoop(slug, name)
    const stored = segments[sequence % segments.length]
    return stored ? respondWithMedia(c, rebaseSegment(stored, sequence), name) : c.notFound()
  })

  return app
}
