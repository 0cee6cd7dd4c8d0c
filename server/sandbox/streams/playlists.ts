/** The text files of a stream: master playlist, media playlists and caption segments. */
import { type ChannelSeed } from '../seed/channels.ts'
import { SEGMENT_SECONDS } from './boxes.ts'
import { segmentStart, WINDOW_SEGMENTS } from './clock.ts'

export interface Rendition {
  name: string
  /** Without one, the rendition has no picture. */
  size?: { width: number; height: number }
  /** The bit rate of the largest segment, in bits per second. */
  peak: number
  /** The bit rate of the loop, in bits per second. */
  average: number
  codecs: string
}

/** The duration of a caption in segments. */
const CAPTION_SEGMENTS = 3

const query = (token: string) => `?token=${encodeURIComponent(token)}`

/** The master playlist. The best rendition comes first, because players may start with the first one. */
export function masterPlaylist(renditions: readonly Rendition[], token: string): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="captions/index.m3u8${query(token)}"`,
    ...renditions.flatMap(({ name, size, peak, average, codecs }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average},${size ? `RESOLUTION=${size.width}x${size.height},FRAME-RATE=25.000,` : ''}CODECS="${codecs}",SUBTITLES="captions"`,
      `${name}/index.m3u8${query(token)}`,
    ]),
    '',
  ].join('\n')
}

/** A rolling playlist that ends with segment `newest`. Renditions and captions have the same numbers and dates. */
export function mediaPlaylist(newest: number, extension: 'm4s' | 'vtt', token: string): string {
  const oldest = newest - WINDOW_SEGMENTS + 1
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(SEGMENT_SECONDS)}`,
    `#EXT-X-MEDIA-SEQUENCE:${oldest}`,
    '#EXT-X-DISCONTINUITY-SEQUENCE:0',
    ...(extension === 'm4s' ? [`#EXT-X-MAP:URI="init.mp4${query(token)}"`] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${segmentStart(oldest)}`,
  ]
  for (let sequence = oldest; sequence <= newest; sequence += 1) {
    lines.push(`#EXTINF:${SEGMENT_SECONDS.toFixed(3)},`, `${sequence}.${extension}${query(token)}`)
  }
  lines.push('')
  return lines.join('\n')
}

/** The text of a caption, from a repeated bulletin. */
function captionTextAt(channel: ChannelSeed, index: number): string {
  const bulletin = [
    `You are watching ${channel.name}.\nThis is our live bulletin.`,
    `${channel.tagline}.`,
    `Our ${channel.region} desk has the\nlatest on the stories of this hour.`,
    'We will hear from our correspondents\nin a moment.',
    `More ${channel.category.toLowerCase()} coverage follows\nright after this.`,
    'If you are just joining us, here is\nwhat we know so far.',
    'Officials say they will give an update\nlater today.',
    'Stay with us. The next headlines are\nonly minutes away.',
  ]
  return bulletin[index % bulletin.length] ?? channel.name
}

/**
 * A caption segment. The three segments of a caption repeat the same cue with the same times and identifier, so that
 * players show it once. MPEGTS counts 1/90000 s in 33 bits, so it is modulo 2³³.
 */
export function captionSegment(channel: ChannelSeed, sequence: number): string {
  const index = Math.floor(sequence / CAPTION_SEGMENTS)
  const ticks = (BigInt(index * CAPTION_SEGMENTS) * BigInt(Math.round(SEGMENT_SECONDS * 90_000))) % 2n ** 33n
  const text = captionTextAt(channel, index).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const end = (CAPTION_SEGMENTS * SEGMENT_SECONDS - 0.16).toFixed(3).padStart(6, '0')
  return `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:${ticks}\n\n${index}\n00:00:00.000 --> 00:00:${end}\n${text}\n`
}
