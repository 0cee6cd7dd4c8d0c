/**
 * Reads and rewrites ISO media boxes. Each fragment has a decode time per track (`tfdt`) and a sequence number (`mfhd`).
 * Rewriting both makes an endless stream without discontinuities out of six stored fragments.
 */

/** The duration of a segment in seconds: 48 frames at 25 per second, 90 AAC blocks at 48 kHz. */
export const SEGMENT_SECONDS = 1.92

const VIDEO_TRACK = 1
const AUDIO_TRACK = 2

interface Box {
  type: string
  /** The offset of the box. */
  start: number
  /** The offset of its content. */
  body: number
  end: number
}

/** A track of a stored fragment. */
export interface FragmentTrack {
  track: number
  samples: number
  /** The offset of the 64-bit decode time in the fragment, in bytes. */
  timeAt: number
  /** Ticks of the decode time per second. */
  timescale: number
}

/** The boxes directly inside `bytes` or a range of it. */
export function childBoxes(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to;) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) throw new Error(`The box at ${at} has an invalid size: ${size} bytes`)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at, body: at + 8, end: at + size })
    at += size
  }
  return boxes
}

function childBoxesOfType(bytes: Buffer, box: Box, type: string): Box[] {
  return childBoxes(bytes, box.body, box.end).filter((child) => child.type === type)
}

/** Splits a fragmented file into its initialization segment and its fragments. */
export function readSegments(file: Buffer): { init: Buffer; segments: Buffer[] } {
  const boxes = childBoxes(file)
  const moov = boxes.find((box) => box.type === 'moov')
  if (!moov) throw new Error('The media file has no moov box')
  const segments = boxes.flatMap((box, index) => {
    const data = boxes[index + 1]
    return box.type === 'moof' && data?.type === 'mdat' ? [file.subarray(box.start, data.end)] : []
  })
  return { init: file.subarray(0, moov.end), segments }
}

/** The tracks of a fragment: video is track 1 in ticks of 1/12800 s, audio is track 2 in ticks of 1/48000 s. */
export function readFragment(segment: Buffer): FragmentTrack[] {
  const moof = childBoxes(segment)[0]
  if (!moof) throw new Error('The fragment is empty')
  return childBoxesOfType(segment, moof, 'traf').map((traf) => {
    const [header] = childBoxesOfType(segment, traf, 'tfhd')
    const [time] = childBoxesOfType(segment, traf, 'tfdt')
    if (!header || !time) throw new Error('A track fragment has no header or no decode time')
    if (segment.readUInt8(time.body) !== 1) throw new Error('The decode time has 32 bits, not 64')
    const track = segment.readUInt32BE(header.body + 4)
    const samples = childBoxesOfType(segment, traf, 'trun').reduce(
      (sum, run) => sum + segment.readUInt32BE(run.body + 4),
      0,
    )
    return { track, samples, timeAt: time.body + 4, timescale: track === VIDEO_TRACK ? 12_800 : 48_000 }
  })
}

/** A copy of the fragment with the sequence number and decode times of segment `sequence` of the endless stream. */
export function rebaseSegment(segment: Buffer, sequence: number): Buffer {
  const copy = Buffer.from(segment)
  const moof = childBoxes(copy)[0]
  const header = moof && childBoxesOfType(copy, moof, 'mfhd')[0]
  if (!header) throw new Error('The fragment has no header')
  copy.writeUInt32BE((sequence + 1) >>> 0, header.body + 4)
  for (const { timeAt, timescale } of readFragment(copy)) {
    copy.writeBigUInt64BE(BigInt(sequence) * BigInt(Math.round(SEGMENT_SECONDS * timescale)), timeAt)
  }
  return copy
}

function createBox(type: string, parts: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(parts.reduce((size, part) => size + part.length, header.length))
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, ...parts])
}

/** The initialization segment without its video track. */
export function audioInit(init: Buffer): Buffer {
  const bytesOf = ({ start, end }: Box) => init.subarray(start, end)
  /** The number of the track is in the `tkhd` of a `trak`, and in the `trex` itself. */
  const isVideo = (box: Box): boolean => {
    if (box.type === 'trex') return init.readUInt32BE(box.body + 4) === VIDEO_TRACK
    const [header] = box.type === 'trak' ? childBoxesOfType(init, box, 'tkhd') : []
    return header !== undefined && init.readUInt32BE(header.body + 12) === VIDEO_TRACK
  }
  const withoutVideo = (box: Box): Buffer =>
    createBox(
      box.type,
      childBoxes(init, box.body, box.end)
        .filter((child) => !isVideo(child))
        .map((child) => (child.type === 'mvex' ? withoutVideo(child) : bytesOf(child))),
    )
  return Buffer.concat(childBoxes(init).map((box) => (box.type === 'moov' ? withoutVideo(box) : bytesOf(box))))
}

/** The fragment without its video track. */
export function audioSegment(segment: Buffer): Buffer {
  const moof = childBoxes(segment)[0]
  const header = moof && childBoxesOfType(segment, moof, 'mfhd')[0]
  const audio =
    moof &&
    childBoxesOfType(segment, moof, 'traf').find((traf) =>
      childBoxesOfType(segment, traf, 'tfhd').some(({ body }) => segment.readUInt32BE(body + 4) === AUDIO_TRACK),
    )
  const run = audio && childBoxesOfType(segment, audio, 'trun')[0]
  if (!header || !run) throw new Error('The fragment has no audio')
  // The offset of the samples and the size of each follow the flags and the count.
  if (segment.readUInt32BE(run.body) !== 0x201) throw new Error('The audio of the fragment has other fields')
  const samples = segment.readUInt32BE(run.body + 4)
  const from = moof.start + segment.readInt32BE(run.body + 8)
  let size = 0
  for (let sample = 0; sample < samples; sample += 1) size += segment.readUInt32BE(run.body + 12 + sample * 4)

  const track = Buffer.from(segment.subarray(audio.start, audio.end))
  const head = createBox('moof', [segment.subarray(header.start, header.end), track])
  head.writeInt32BE(head.length + 8, head.length - track.length + (run.body + 8 - audio.start))
  return Buffer.concat([head, createBox('mdat', [segment.subarray(from, from + size)])])
}

/** The RFC 6381 codec string of the video, from the initialization segment. */
export function videoCodec(init: Buffer): string {
  const at = init.indexOf('avcC', 0, 'latin1')
  if (at < 0) throw new Error('The initialization segment has no H.264 configuration')
  return `avc1.${init.toString('hex', at + 5, at + 8)}`
}
