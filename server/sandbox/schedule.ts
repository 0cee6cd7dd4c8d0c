import { CHANNELS } from './seed/channels.ts'
import { PROGRAMS } from './seed/programs.ts'

/** A scheduled program; times are ISO 8601 in UTC. */
export interface ScheduledProgram {
  readonly title: string
  readonly starts_at: string
  readonly ends_at: string
}

const MINUTE = 60_000
/** The offset in minutes between the rotations of two channels, so that not all programs change at the same time. */
const STAGGER = 105

const isoSeconds = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')

export function programsAt(
  slug: string,
  at: Date,
): { readonly now: ScheduledProgram | null; readonly next: ScheduledProgram | null } {
  const rotation = PROGRAMS[slug] ?? []
  const length = rotation.reduce((minutes, program) => minutes + program[1], 0)
  if (length === 0) return { now: null, next: null }
  const offset = CHANNELS.findIndex((channel) => channel.slug === slug) * STAGGER
  const minute = Math.floor(at.getTime() / MINUTE)
  const passed = (((minute + offset) % length) + length) % length
  let start = minute - passed
  const scheduled: ScheduledProgram[] = []
  // Two rotations, so that the last program has a successor.
  for (const [title, minutes] of [...rotation, ...rotation]) {
    const end = start + minutes
    if (end > minute)
      scheduled.push({ title, starts_at: isoSeconds(start * MINUTE), ends_at: isoSeconds(end * MINUTE) })
    if (scheduled.length === 2) break
    start = end
  }
  return { now: scheduled[0] ?? null, next: scheduled[1] ?? null }
}
