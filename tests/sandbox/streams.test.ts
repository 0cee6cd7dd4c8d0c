import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { childBoxes, readFragment, SEGMENT_SECONDS } from '../../server/sandbox/streams/boxes.ts'
import { EPOCH, segmentStart, WINDOW_SEGMENTS } from '../../server/sandbox/streams/clock.ts'
import { createStreamRoutes } from '../../server/sandbox/streams/index.ts'
import { CHANNELS } from '../../server/sandbox/seed/channels.ts'

const START = Date.parse('2026-11-21T12:00:00Z')
let instant = START
let fault: 'stall' | 'off-air' | undefined
const createApp = () =>
  createStreamRoutes({
    verify: (token, slug) => token === `good ${slug}`,
    faultOf: (slug) => (slug === 'harbor-one' ? fault : undefined),
    now: () => new Date(instant),
  })
let app = createApp()

const pathOf = (path: string, slug = 'harbor-one') => `/${slug}/${path}?token=${encodeURIComponent(`good ${slug}`)}`
const get = (path: string, slug?: string) => app.request(pathOf(path, slug))
const textOf = async (path: string, slug?: string) => (await get(path, slug)).text()
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())
const numberIn = (playlist: string, tag: string) => Number(new RegExp(`#${tag}:(\\d+)`).exec(playlist)?.[1])
const segmentsIn = (playlist: string) =>
  [...playlist.matchAll(/^(\d+)\.(?:m4s|vtt)/gm)].map((match) => Number(match[1]))

beforeEach(() => {
  instant = START
  fault = undefined
  app = createApp()
})

describe('the master playlist', () => {
  it('names two renditions with their codecs, one without a picture, and English captions', async () => {
    const response = await get('index.m3u8')
    expect(response.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    const body = await response.text()
    const streams = [...body.matchAll(/#EXT-X-STREAM-INF:(.*)\n(.*)/g)]
    expect(streams.map((match) => /RESOLUTION=(\S+?),/.exec(match[1] ?? '')?.[1])).toEqual([
      '640x360',
      '320x180',
      undefined,
    ])
    const [high, low, audio] = streams.map((match) => match[1])
    for (const attributes of [high, low]) {
      expect(attributes).toMatch(/CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2",SUBTITLES="captions"/)
    }
    expect(audio).toMatch(/,CODECS="mp4a\.40\.2",SUBTITLES="captions"$/)
    const bandwidths = [high, low, audio].map((attributes) => Number(/^BANDWIDTH=(\d+)/.exec(attributes ?? '')?.[1]))
    expect(bandwidths).toEqual(bandwidths.toSorted((one, other) => other - one))
    expect(bandwidths[2]).toBeLessThan(30_000)
    expect(body).toContain('LANGUAGE="en"')
  })

  it.each(CHANNELS.filter((channel) => channel.live).map((channel) => channel.slug))(
    '%s can be watched',
    async (slug) => {
      expect((await get('index.m3u8', slug)).status).toBe(200)
      const newest = segmentsIn(await textOf('360p/index.m3u8', slug)).at(-1)
      expect((await get(`360p/${newest}.m4s`, slug)).status).toBe(200)
      expect((await get(`180p/${newest}.m4s`, slug)).status).toBe(200)
      expect((await get(`audio/${newest}.m4s`, slug)).status).toBe(slug === 'high-desert' ? 404 : 200)
    },
  )

  it('of one channel has no rendition without a picture', { tags: 'watch.audioOnly' }, async () => {
    const body = await textOf('index.m3u8', 'high-desert')
    expect(body.match(/#EXT-X-STREAM-INF/g)).toHaveLength(2)
    expect(body).not.toContain('audio/index.m3u8')
    expect((await get('audio/index.m3u8', 'high-desert')).status).toBe(404)
  })
})

describe('a media playlist', () => {
  it('covers ten minutes and ends with the newest finished segment', async () => {
    const body = await textOf('360p/index.m3u8')
    const sequences = segmentsIn(body)
    expect(sequences).toHaveLength(WINDOW_SEGMENTS)
    expect(WINDOW_SEGMENTS * SEGMENT_SECONDS).toBeGreaterThanOrEqual(600)
    expect(numberIn(body, 'EXT-X-MEDIA-SEQUENCE')).toBe(sequences[0])
    const end = EPOCH + ((sequences.at(-1) ?? 0) + 1) * SEGMENT_SECONDS * 1000
    expect(START - end).toBeGreaterThanOrEqual(0)
    expect(START - end).toBeLessThan(SEGMENT_SECONDS * 1000)
  })

  it('has the date of its first segment', async () => {
    const body = await textOf('360p/index.m3u8')
    const first = segmentsIn(body)[0] ?? Number.NaN
    expect(body).toContain(`#EXT-X-PROGRAM-DATE-TIME:${segmentStart(first)}`)
    expect(Date.parse(segmentStart(first))).toBe(EPOCH + first * 1920)
  })

  it('moves by one segment every 1.92 s in renditions and captions alike', async () => {
    const first = segmentsIn(await textOf('360p/index.m3u8'))
    for (let step = 1; step <= 20; step += 1) {
      instant = START + step * 1920
      for (const track of ['360p', '180p', 'audio', 'captions']) {
        expect(segmentsIn(await textOf(`${track}/index.m3u8`))).toEqual(first.map((sequence) => sequence + step))
      }
    }
  })

  it('is the same in every instance of the server', async () => {
    const here = await textOf('360p/index.m3u8')
    app = createApp()
    expect(await textOf('360p/index.m3u8')).toBe(here)
  })

  it('supports ETag and gzip', async () => {
    const tag = (await get('360p/index.m3u8')).headers.get('etag') ?? ''
    const fetchPlaylist = (headers: Record<string, string>) => app.request(pathOf('360p/index.m3u8'), { headers })
    expect((await fetchPlaylist({ 'If-None-Match': tag })).status).toBe(304)
    const compressed = await fetchPlaylist({ 'Accept-Encoding': 'gzip, br' })
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await compressed.arrayBuffer())).toString()).toBe(await textOf('360p/index.m3u8'))
    instant += 1920
    expect((await fetchPlaylist({ 'If-None-Match': tag })).status).toBe(200)
  })
})

describe('segments', () => {
  it('have no gap or overlap in more than a hundred loops of video and audio', async () => {
    const newest = segmentsIn(await textOf('360p/index.m3u8')).at(-1) ?? 0
    const expected: bigint[] = []
    const times: bigint[] = []
    for (let step = 0; step < 640; step += 1) {
      instant = START + step * 1920
      const segment = await bytesOf(`360p/${newest + step}.m4s`)
      const [picture, sound] = readFragment(segment)
      expect([picture?.samples, sound?.samples]).toEqual([48, 90])
      times.push(segment.readBigUInt64BE(picture?.timeAt), segment.readBigUInt64BE(sound?.timeAt))
      expected.push(BigInt(newest + step) * 24_576n, BigInt(newest + step) * 92_160n)
    }
    expect(times).toEqual(expected)
  })

  it('repeat after a loop, with other times and numbers', async () => {
    const newest = segmentsIn(await textOf('360p/index.m3u8')).at(-1) ?? 0
    const now = await bytesOf(`360p/${newest}.m4s`)
    const before = await bytesOf(`360p/${newest - 6}.m4s`)
    const differing = now.filter((byte, at) => byte !== before[at]).length
    expect(now).toHaveLength(before.length)
    expect(differing).toBeGreaterThan(0)
    expect(differing).toBeLessThan(24)
  })

  it('are not found before they end or long after they left the playlist', async () => {
    const sequences = segmentsIn(await textOf('360p/index.m3u8'))
    expect((await get(`360p/${(sequences.at(-1) ?? 0) + 1}.m4s`)).status).toBe(404)
    expect((await get(`360p/${(sequences[0] ?? 0) - 20}.m4s`)).status).toBe(404)
    expect((await get(`720p/${sequences[0]}.m4s`)).status).toBe(404)
    expect((await get('360p/../../../package.json')).status).toBe(404)
  })

  it(
    'of the rendition without a picture have the audio of the others and nothing else',
    { tags: 'watch.audioOnlyStage' },
    async () => {
      const newest = segmentsIn(await textOf('audio/index.m3u8')).at(-1) ?? 0
      for (let back = 0; back < 6; back += 1) {
        const full = await bytesOf(`180p/${newest - back}.m4s`)
        const audio = await bytesOf(`audio/${newest - back}.m4s`)
        const tracks = readFragment(audio)
        expect(tracks.map(({ track, samples }) => [track, samples])).toEqual([[2, 90]])
        const [, sound] = readFragment(full)
        expect(audio.readBigUInt64BE(tracks[0]?.timeAt)).toBe(full.readBigUInt64BE(sound?.timeAt))
        // The samples are where the fragment says, and those of the audio are at the end of the full fragment.
        const [moof, mdat] = childBoxes(audio)
        if (!moof || !mdat) throw new Error('The fragment has no samples')
        const run = audio.indexOf('trun', 0, 'latin1') + 4
        expect(audio.readInt32BE(run + 8)).toBe(mdat.body - moof.start)
        expect(mdat.end).toBe(audio.length)
        expect(audio.subarray(mdat.body)).toEqual(full.subarray(full.length - (mdat.end - mdat.body)))
      }
      const init = await bytesOf('audio/init.mp4')
      expect(init.includes('mp4a')).toBe(true)
      expect(init.includes('avcC')).toBe(false)
      expect(childBoxes(init).map(({ type }) => type)).toEqual(['ftyp', 'moov'])
      const response = await get(`audio/${newest}.m4s`)
      expect(response.headers.get('content-type')).toBe('audio/mp4')
    },
  )

  it('are cached privately', async () => {
    const response = await get('360p/init.mp4')
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(response.headers.get('cache-control')).toBe('private, max-age=600, immutable')
    expect(Number(response.headers.get('content-length'))).toBe((await response.arrayBuffer()).byteLength)
  })
})

describe('captions', () => {
  it('have the times of the video', async () => {
    const newest = segmentsIn(await textOf('captions/index.m3u8')).at(-1) ?? 0
    for (const sequence of [newest, newest - 1, newest - 2, newest - 100]) {
      const body = await textOf(`captions/${sequence}.vtt`)
      const first = sequence - (sequence % 3)
      expect(body).toMatch(/^WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00\.000,MPEGTS:\d+\n\n/)
      expect(BigInt(/MPEGTS:(\d+)/.exec(body)?.[1] ?? -1)).toBe((BigInt(first) * 172_800n) % 2n ** 33n)
      expect(body).toContain('00:00:00.000 --> 00:00:05.600')
    }
  })

  it('escape markup in a name', async () => {
    const newest = segmentsIn(await textOf('captions/index.m3u8', 'grain-and-gold')).at(-1) ?? 0
    const bodies = await Promise.all(
      Array.from({ length: 24 }, (_, back) => textOf(`captions/${newest - back}.vtt`, 'grain-and-gold')),
    )
    expect(bodies.some((body) => body.includes('Grain &amp; Gold'))).toBe(true)
    expect(bodies.some((body) => /&(?!amp;|lt;)/.test(body))).toBe(false)
  })
})

describe('refusals', () => {
  it.each(['index.m3u8', '360p/index.m3u8', '360p/init.mp4', '180p/1.m4s', 'captions/index.m3u8', 'captions/1.vtt'])(
    '%s responds with 403 without its token or with another channel’s',
    async (path) => {
      expect((await app.request(`/harbor-one/${path}`)).status).toBe(403)
      expect((await app.request(`/harbor-one/${path}?token=good%20rotunda`)).status).toBe(403)
    },
  )

  it('an unknown channel is 404, one that is off air 410', async () => {
    expect((await get('index.m3u8', 'nowhere')).status).toBe(404)
    expect((await get('index.m3u8', 'night-wire')).status).toBe(410)
    fault = 'off-air'
    expect((await get('index.m3u8')).status).toBe(410)
    expect((await get('index.m3u8', 'rotunda')).status).toBe(200)
  })

  it('a stalled stream stops and continues when the fault is removed', async () => {
    fault = 'stall'
    const frozen = await textOf('360p/index.m3u8')
    instant += 60_000
    expect(await textOf('360p/index.m3u8')).toBe(frozen)
    expect(await textOf('180p/index.m3u8')).toBe(frozen)
    fault = undefined
    expect(segmentsIn(await textOf('360p/index.m3u8')).at(-1)).toBe((segmentsIn(frozen).at(-1) ?? 0) + 31)
  })

  it('all responses have the CORS headers', async () => {
    for (const path of ['index.m3u8', '360p/init.mp4']) {
      expect((await get(path)).headers.get('access-control-allow-origin')).toBe('*')
      expect((await app.request(`/harbor-one/${path}`)).headers.get('access-control-allow-origin')).toBe('*')
    }
    expect((await app.request('/harbor-one/index.m3u8', { method: 'OPTIONS' })).status).toBe(204)
  })
})
