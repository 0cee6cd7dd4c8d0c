/** Reads and rewrites the master playlist of a stream (RFC 8216, 4.3.4). */

export type Rendition = {
  /** As it is in the playlist: mostly relative to its URL. */
  readonly uri: string
  /** The lines of the picture; 0 if they are unknown. */
  readonly height: number
  /** Bits per second; 0 if they are unknown. */
  readonly bandwidth: number
  /** There is no picture. */
  readonly isAudioOnly: boolean
}

const variantTag = '#EXT-X-STREAM-INF:'
const iFrameTag = '#EXT-X-I-FRAME-STREAM-INF:'
const audioCodec = /^(mp4a|ac-3|ec-3|ac-4|opus|flac|alac)\b/i

function isAudioOnly(tag: string): boolean {
  const codecs = /[:,]CODECS="([^"]+)"/.exec(tag)?.[1]?.split(',') ?? []
  const isAudio = codecs.length > 0 && codecs.every((codec) => audioCodec.test(codec.trim()))
  return isAudio && !tag.includes('RESOLUTION=')
}

/** The renditions in the order of the playlist. A playlist of segments has none. */
export function readRenditions(master: string): Rendition[] {
  const lines = master.split(/\r?\n/)
  return lines.flatMap((line, i) => {
    const uri = lines[i + 1]
    if (!line.startsWith(variantTag) || !uri) return []
    return [
      {
        uri,
        height: Number(/RESOLUTION=\d+x(\d+)/.exec(line)?.[1] ?? 0),
        bandwidth: Number(/[:,]BANDWIDTH=(\d+)/.exec(line)?.[1] ?? 0),
        isAudioOnly: isAudioOnly(line),
      },
    ]
  })
}

/** The playlist without the renditions that have a picture. */
export function withoutPictures(master: string): string {
  const lines = master.split(/\r?\n/)
  const hasPicture = (line: string | undefined) => line?.startsWith(variantTag) === true && !isAudioOnly(line)
  return lines
    .filter((line, i) => !hasPicture(line) && !hasPicture(lines[i - 1]) && !line.startsWith(iFrameTag))
    .join('\n')
}

/** The playlist with a start position: `seconds` before its end. */
export const startingBeforeEnd = (master: string, seconds: number): string =>
  master.replace('#EXTM3U', `#EXTM3U\n#EXT-X-START:TIME-OFFSET=-${seconds.toFixed(3)}`)
