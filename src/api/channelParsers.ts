import * as v from 'valibot'
import {
  safeUrl,
  nonNegativeNumber,
  timestamp,
  phpBoolean,
  optional,
  nonEmptyText,
  createParser,
  lenientArray,
  lenientArrayOrEmpty,
  displayTextOrEmpty,
  record,
  textBy,
} from './lenientSchemas.ts'

/** Times are ISO 8601 in UTC. */
export type Show = { title: string; startsAt: string; endsAt: string }

/** A show of the schedule. Times are ms since the epoch. `description` is '' without one. */
export type ScheduledShow = { title: string; startsAt: number; endsAt: number; description: string }

/** The shows of each channel by its slug, in the order of the host. */
export type Schedule = ReadonlyMap<string, readonly ScheduledShow[]>

/** A channel of the list. `color` is '#rrggbb'. `poster` is the URL of a still of at most 60 s ago. */
export type Channel = {
  slug: string
  name: string
  tagline: string
  category: string
  region: string
  logo: string | undefined
  poster: string | undefined
  followers: number | undefined
  live: boolean
  now: Show | undefined
  next: Show | undefined
  color: string | undefined
  letters: string
}

/** A channel to watch. Without `streamUrl` it is off air. The URL is valid for 5 minutes. */
export type WatchableChannel = Channel & { streamUrl: string | undefined }

const show = optional(
  v.pipe(
    v.object({ title: nonEmptyText, starts_at: timestamp, ends_at: timestamp }),
    v.transform((value): Show => ({ title: value.title, startsAt: value.starts_at, endsAt: value.ends_at })),
  ),
)

/** A slug of WordPress, which writes letters beyond ASCII percent-encoded. They are decoded here. */
function decodeSlug(value: string): string | undefined {
  if (/^[a-z0-9_-]+$/.test(value)) return value
  if (!/^(?:[a-z0-9_-]|%[89a-fA-F][\da-fA-F]|[^\p{ASCII}])+$/u.test(value)) return undefined
  try {
    const decoded = decodeURIComponent(value)
    return /[\p{Cc}\p{Z}]/u.test(decoded) ? undefined : decoded
  } catch {
    return undefined
  }
}

const slug = textBy(decodeSlug, 'The slug is malformed')

const channel = v.pipe(
  v.object({
    slug,
    name: displayTextOrEmpty,
    tagline: displayTextOrEmpty,
    category: displayTextOrEmpty,
    region: displayTextOrEmpty,
    logo: safeUrl,
    followers: optional(nonNegativeNumber),
    live: phpBoolean,
    now: show,
    next: show,
    colour: optional(v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i))),
    letters: displayTextOrEmpty,
    poster_url: safeUrl,
    stream_url: safeUrl,
  }),
  // Without a rest element, which would make a long list slow.
  v.transform((value): WatchableChannel => ({
    slug: value.slug,
    name: value.name || value.slug,
    tagline: value.tagline,
    category: value.category,
    region: value.region,
    logo: value.logo ?? undefined,
    poster: value.poster_url ?? undefined,
    followers: value.followers ?? undefined,
    live: value.live,
    now: value.now ?? undefined,
    next: value.next ?? undefined,
    color: value.colour ?? undefined,
    letters: value.letters,
    streamUrl: value.stream_url ?? undefined,
  })),
)

/** Parses the response of `channels/{slug}`. */
export const parseChannel = createParser(channel)

/** Parses the response of `channels`. A missing list is an error, not an empty list. */
export const parseChannels: (body: unknown) => Channel[] = createParser(lenientArray(channel))

/** Parses the response of `favourites`: slugs, newest first. A missing list is an error, not an empty list. */
export const parseFavourites = createParser(
  v.pipe(
    v.object({ favourites: lenientArray(slug) }),
    v.transform((value) => value.favourites),
  ),
)

/** A show without a duration, or that ends before it starts, is invalid. */
const scheduledShow = v.pipe(
  v.object({ title: nonEmptyText, starts: timestamp, ends: timestamp, description: displayTextOrEmpty }),
  v.transform(({ title, starts, ends, description }): ScheduledShow => ({
    title,
    startsAt: Date.parse(starts),
    endsAt: Date.parse(ends),
    description,
  })),
  v.check((value) => value.endsAt > value.startsAt),
)

/**
 * Parses the response of `schedule`. Channels with an invalid slug and invalid shows are left out. PHP writes an empty
 * object as a list.
 */
export const parseSchedule: (body: unknown) => Schedule = createParser(
  v.pipe(
    v.unknown(),
    v.check((value) => !Array.isArray(value) || value.length === 0),
    record,
    v.transform((value): Schedule => {
      const shows = lenientArrayOrEmpty(scheduledShow)
      return new Map(
        Object.entries(value).flatMap(([key, list]) => {
          const name = v.safeParse(slug, key)
          return name.success ? [[name.output, v.parse(shows, list)] as const] : []
        }),
      )
    }),
  ),
)
