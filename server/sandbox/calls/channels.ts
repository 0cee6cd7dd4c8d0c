import { and, desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { requireOwnAccount } from '../authentication.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import { isMember } from '../memberAccess.ts'
import { MAX_WINDOW, programsAt, scheduleOf } from '../schedule.ts'
import { CHANNELS, type ChannelSeed } from '../seed/channels.ts'
import { REQUEST_REGIONS } from '../seed/regions.ts'
import { favorites } from '../tables.ts'
import { signStream } from '../tokens.ts'
import { createResponse, invalidParameters, missingParameters, type WpRefusal } from '../wordpress.ts'

const MEMBERS_ONLY: WpRefusal = {
  code: 'membership_required',
  message: 'Membership is not active. Please activate a plan.',
  status: 403,
}
const NO_CHANNEL: WpRefusal = { code: 'channel_not_found', message: 'There is no such channel.', status: 404 }

function findChannel(slug: string): ChannelSeed {
  const channel = CHANNELS.find((candidate) => candidate.slug === slug)
  if (!channel) throw new WpRefusalError(NO_CHANNEL)
  return channel
}

const utcTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

/** The window of the schedule call in ms. Refused when a time is missing or invalid, or the window is too long. */
function parseWindow(from: string | undefined, to: string | undefined): { from: number; to: number } {
  const missing = Object.entries({ from, to }).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length > 0) throw new WpRefusalError(missingParameters(missing))
  const [start = NaN, end = NaN] = [from, to].map((text = '') => (utcTime.test(text) ? Date.parse(text) : NaN))
  const refuse = (name: string, message: string) =>
    new WpRefusalError(invalidParameters({ [name]: { code: 'rest_invalid_date', message } }))
  if (Number.isNaN(start)) throw refuse('from', 'Invalid date.')
  if (Number.isNaN(end)) throw refuse('to', 'Invalid date.')
  if (end <= start || end - start > MAX_WINDOW) throw refuse('to', 'The window is empty or longer than 24 hours.')
  return { from: start, to: end }
}

export function createChannelCalls(host: Host): Hono<CallerEnv> {
  const { db } = host.records
  const calls = new Hono<CallerEnv>()
  const guard = requireOwnAccount(host)

  const isOnAir = (channel: ChannelSeed) => channel.live && !host.isOffAir(channel.slug)

  const serializeChannel = (channel: ChannelSeed, origin: string, now: Date) => ({
    slug: channel.slug,
    name: channel.name,
    tagline: channel.tagline,
    category: channel.category,
    region: channel.region,
    logo: `${origin}/sandbox/logos/${channel.slug}.svg`,
    letters: channel.letters,
    colour: channel.color,
    followers: String(channel.followers),
    live: isOnAir(channel),
    poster_url: isOnAir(channel) ? `${origin}/sandbox/posters/${channel.slug}.webp` : null,
    ...(isOnAir(channel) ? programsAt(channel.slug, now) : { now: null, next: null }),
  })

  async function requireMembership(member: number): Promise<void> {
    if (!(await isMember(host.records, member, host.now().toISOString()))) throw new WpRefusalError(MEMBERS_ONLY)
  }

  const favoritesOf = (member: number) =>
    db
      .select({ slug: favorites.slug })
      .from(favorites)
      .where(eq(favorites.member, member))
      .orderBy(desc(favorites.addedAt), sql`rowid desc`)

  calls.get('/channels', guard, (context) => {
    const origin = host.originOf(context)
    const now = host.now()
    return createResponse(CHANNELS.map((channel) => serializeChannel(channel, origin, now)))
  })

  calls.get('/channels/:slug', guard, async (context) => {
    const { account } = context.get('caller')
    await requireMembership(account.id)
    const channel = findChannel(context.req.param('slug'))
    const origin = host.originOf(context)
    const now = host.now()
    const token = signStream(host.records.streamSecret(), channel.slug, account.id, now)
    return createResponse({
      ...serializeChannel(channel, origin, now),
      stream_url: isOnAir(channel) ? `${origin}/sandbox/streams/${channel.slug}/index.m3u8?token=${token}` : null,
    })
  })

  calls.get('/schedule', guard, async (context) => {
    const { account } = context.get('caller')
    await requireMembership(account.id)
    const { from, to } = parseWindow(context.req.query('from'), context.req.query('to'))
    const now = host.now().getTime()
    return createResponse(Object.fromEntries(CHANNELS.map(({ slug }) => [slug, scheduleOf(slug, { from, to, now })])))
  })

  calls.get('/favourites', guard, async (context) => {
    const { account } = context.get('caller')
    await requireMembership(account.id)
    return createResponse({ favourites: (await favoritesOf(account.id)).map((row) => row.slug) })
  })

  calls.put('/favourites/:slug', guard, async (context) => {
    const { account } = context.get('caller')
    await requireMembership(account.id)
    const { slug } = findChannel(context.req.param('slug'))
    const [, rows] = await db.batch([
      db
        .insert(favorites)
        .values({ member: account.id, slug, addedAt: host.now().toISOString() })
        .onConflictDoNothing(),
      favoritesOf(account.id),
    ])
    return createResponse({ favourites: rows.map((row) => row.slug) })
  })

  calls.delete('/favourites/:slug', guard, async (context) => {
    const { account } = context.get('caller')
    await requireMembership(account.id)
    const { slug } = findChannel(context.req.param('slug'))
    const [, rows] = await db.batch([
      db.delete(favorites).where(and(eq(favorites.member, account.id), eq(favorites.slug, slug))),
      favoritesOf(account.id),
    ])
    return createResponse({ favourites: rows.map((row) => row.slug) })
  })

  calls.get('/regions', guard, () => createResponse(REQUEST_REGIONS))

  return calls
}
