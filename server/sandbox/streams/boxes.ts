/**
 * Reads and rewrites the few ISO media boxes that a live loop needs. A fragment's place in time stands in one field
 * (`tfdt`) of each track and its number in one more (`mfhd`); writing both anew turns six stored fragments into an
 * endless stream whose time never jumps back, with no discontinuity for a player to stumble over.
 */

/** Seconds of one segment: 48 frames at 25 a second, 90 blocks of sound at 48 kHz. */
export const SEGMENT_SECONDS = 1.92

interface Box {
  type: string
  /** First byte of the box itself. */
  start: number
  /** First byte of what it holds. */
  body: number
  end: number
}

/** One track of a fragment as it is stored. */
export interface FragmentTrack {
  track: number
  samples: number
  /** Where the 64-bit decode time stands, in bytes from the fragment's start. */
  timeAt: number
  /** Ticks per second that the decode time counts in. */
  timescale: number
}

/** The boxes directly inside `bytes` (or inside a range of it). */
export function childBoxes(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to;) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) throw new Error(`A box of ${size} bytes at ${at}`)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at, body: at + 8, end: at + size })
    at += size
  }
  return boxes
}

function childBoxesOfType(bytes: Buffer, box: Box, type: string): Box[] {
  return childBoxes(bytes, box.body, box.end).filter((child) => child.type === type)
}

/** Parts a fragmented file into what a player needs first and the fragments that follow. */
export function readSegments(file: Buffer): { init: Buffer; segments: Buffer[] } {
  const boxes = childBoxes(file)
  const moov = boxes.find((box) => box.type === 'moov')
  if (!moov) throw new Error('A media file without a moov box')
  const segments = boxes.flatMap((box, index) => {
    const data = boxes[index + 1]
    return box.type === 'moof' && data?.type === 'mdat' ? [file.subarray(box.start, data.end)] : []
  })
  return { init: file.subarray(0, moov.end), segments }
}

/** The tracks of one fragment. Our pictures are track 1 and count in 1/12800 s, sound is track 2 and counts samples. */
export function readFragment(segment: Buffer): FragmentTrack[] {
  const moof = childBoxes(segment)[0]
  if (!moof) throw new Error('An empty fragment')
  return childBoxesOfType(segment, moof, 'traf').map((traf) => {
    const [header] = childBoxesOfType(segment, traf, 'tfhd')
    const [time] = childBoxesOfType(segment, traf, 'tfdt')
    if (!header || !time) throw new Error('A track fragment without header or time')
    if (segment.readUInt8(time.body) !== 1) throw new Error('A decode time of 32 bits')
    const track = segment.readUInt32BE(header.body + 4)
    const samples = childBoxesOfType(segment, traf, 'trun').reduce(
      (sum, run) => sum + segment.readUInt32BE(run.body + 4),
      0,
    )
    return { track, samples, timeAt: time.body + 4, timescale: track === 1 ? 12_800 : 48_000 }
  })
}

/** A copy of the fragment that plays at place `sequence` of the endless stream. */
export function rebaseSegment(segment: Buffer, sequence: number): Buffer {
  const copy = Buffer.from(segment)
  const moof = childBoxes(copy)[0]
  const header = moof && childBoxesOfType(copy, moof, 'mfhd')[0]
  if (!header) throw new Error('A fragment without header')
  copy.writeUInt32BE((sequence + 1) >>> 0, header.body + 4)
  for (const { timeAt, timescale } of readFragment(copy)) {
    copy.writeBigUInt64BE(BigInt(sequence) * BigInt(Math.round(SEGMENT_SECONDS * timescale)), timeAt)
  }
  return copy
}

/** The codec string of the picture, as RFC 6381 writes it, read from the initialization segment. */
export function videoCodec(init: Buffer): string {
  const at = init.indexOf('avcC', 0, 'latin1')
  if (at < 0) throw new Error('No H.264 configuration in the initialization segment')
  return `avc1.${init.toString('hex', at + 5, at + 8)}`
}
