import { CHANNELS } from './seed/channels.ts'
import { PROGRAMS } from './seed/programs.ts'

/** A program as the host announces it; times are ISO 8601 in UTC. */
export interface ScheduledProgram {
  readonly title: string
  readonly starts_at: string
  readonly ends_at: string
}

const MINUTE = 60_000
/** Channels begin their rounds apart, or all would change program at once. */
const STAGGER = 105

const plainIso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')

/** What a channel shows at a moment and what follows: the same for the same moment, wherever it is asked. */
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
  // Twice the round, so that the last program finds what follows it.
  for (const [title, minutes] of [...rotation, ...rotation]) {
    const end = start + minutes
    if (end > minute) scheduled.push({ title, starts_at: plainIso(start * MINUTE), ends_at: plainIso(end * MINUTE) })
    if (scheduled.length === 2) break
    start = end
  }
  return { now: scheduled[0] ?? null, next: scheduled[1] ?? null }
}
