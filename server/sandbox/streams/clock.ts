/**
 * Segment numbers and times of the endless streams. They depend on the wall clock only, so that all instances of the
 * server serve the same segments.
 */
import { SEGMENT_SECONDS } from './boxes.ts'

/** The start of segment 0 in ms. It is years in the past, so that a wrong system clock gives no negative number. */
export const EPOCH = Date.UTC(2020, 0, 1)

/** The segments of a playlist: 10 minutes, rounded up. */
export const WINDOW_SEGMENTS = Math.ceil(600 / SEGMENT_SECONDS)

const SEGMENT_MS = SEGMENT_SECONDS * 1000

/** The last segment of a playlist: the newest one that has ended by `now`. */
export function newestSegment(now: Date): number {
  return Math.floor((now.getTime() - EPOCH) / SEGMENT_MS) - 1
}

export function segmentStart(sequence: number): string {
  return new Date(EPOCH + sequence * SEGMENT_MS).toISOString()
}
