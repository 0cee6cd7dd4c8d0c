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
  displayTextOrEmpty,
} from './lenientSchemas.ts'

/** Times are ISO 8601 in UTC. */
export type Show = { title: string; startsAt: string; endsAt: string }

/** A channel of the list. `color` is '#rrggbb'. */
export type Channel = {
  slug: string
  name: string
  tagline: string
  category: string
  region: string
  logo: string | undefined
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
const slug = v.pipe(
  v.string(),
  v.regex(/^(?:[a-z0-9_-]|%[89a-fA-F][\da-fA-F]|[^\p{ASCII}])+$/u),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    try {
      return decodeURIComponent(value)
    } catch {
      addIssue({ message: 'The slug is malformed' })
      return NEVER
    }
  }),
  v.regex(/^[^\p{Cc}\p{Z}]+$/u),
)

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
    stream_url: safeUrl,
  }),
  v.transform(({ stream_url, colour, ...value }): WatchableChannel => ({
    ...value,
    name: value.name || value.slug,
    logo: value.logo ?? undefined,
    followers: value.followers ?? undefined,
    now: value.now ?? undefined,
    next: value.next ?? undefined,
    color: colour ?? undefined,
    streamUrl: stream_url ?? undefined,
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
