/**
 * Where an endless stream stands at an instant. Everything is worked out from the wall clock alone, so that any copy of
 * the server, started at any time, names the same segments with the same times.
 */
import { SEGMENT_SECONDS } from './boxes.ts'

/** Segment 0 of every stream began here. Early enough for a clock that is set wrong by years. */
export const EPOCH = Date.UTC(2020, 0, 1)

/** How far back a viewer can go, in segments: 10 minutes, rounded up. */
export const WINDOW_SEGMENTS = Math.ceil(600 / SEGMENT_SECONDS)

const SEGMENT_MS = SEGMENT_SECONDS * 1000

/** The newest segment that has ended by `now`: the last one of a playlist. */
export function newestSegment(now: Date): number {
  return Math.floor((now.getTime() - EPOCH) / SEGMENT_MS) - 1
}

/** The wall-clock instant at which a segment begins, as a playlist writes it. */
export function segmentStart(sequence: number): string {
  return new Date(EPOCH + sequence * SEGMENT_MS).toISOString()
}
