import { CHANNELS } from './seed/channels.ts'
import { PROGRAMS } from './seed/programs.ts'

/** A scheduled program; times are ISO 8601 in UTC. */
export interface ScheduledProgram {
  readonly title: string
  readonly starts_at: string
  readonly ends_at: string
}

/** A program of the schedule call. */
export interface ListedProgram {
  readonly title: string
  readonly starts: string
  readonly ends: string
  readonly description: string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The offset in minutes between the rotations of two channels, so that not all programs change at the same time. */
const STAGGER = 105
/** A channel off air is back at the next multiple of this time, in UTC. */
const BACK_ON_AIR = 6 * HOUR
/** The longest window of the schedule call in ms. */
export const MAX_WINDOW = 24 * HOUR

const isoSeconds = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')

/** The programs of a channel from the one at `from` (ms) on, without end. Nothing for a channel without a rotation. */
function* programsFrom(slug: string, from: number): Generator<ListedProgram, void> {
  const rotation = PROGRAMS[slug] ?? []
  const length = rotation.reduce((minutes, program) => minutes + program[1], 0)
  if (length === 0) return
  const offset = CHANNELS.findIndex((channel) => channel.slug === slug) * STAGGER
  const minute = Math.floor(from / MINUTE)
  const passed = (((minute + offset) % length) + length) % length
  let start = minute - passed
  for (;;) {
    for (const [title, minutes, description] of rotation) {
      const end = start + minutes
      if (end > minute) yield { title, starts: isoSeconds(start * MINUTE), ends: isoSeconds(end * MINUTE), description }
      start = end
    }
  }
}

export function programsAt(
  slug: string,
  at: Date,
): { readonly now: ScheduledProgram | null; readonly next: ScheduledProgram | null } {
  const programs = programsFrom(slug, at.getTime())
  const take = (): ScheduledProgram | null => {
    const { value } = programs.next()
    return value ? { title: value.title, starts_at: value.starts, ends_at: value.ends } : null
  }
  return { now: take(), next: take() }
}

/**
 * The programs of a channel that run in a window (ms). A channel that is off air for good has none until it is back:
 * its first program begins at the next multiple of `BACK_ON_AIR`.
 */
export function scheduleOf(
  slug: string,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): ListedProgram[] {
  const isLive = CHANNELS.some((channel) => channel.slug === slug && channel.live)
  const back = isLive ? -Infinity : (Math.floor(now / BACK_ON_AIR) + 1) * BACK_ON_AIR
  const programs: ListedProgram[] = []
  for (const program of programsFrom(slug, from)) {
    if (Date.parse(program.starts) >= to) break
    if (Date.parse(program.ends) <= back) continue
    programs.push(Date.parse(program.starts) < back ? { ...program, starts: isoSeconds(back) } : program)
  }
  return programs
}
