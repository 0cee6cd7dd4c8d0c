import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programsAt } from '../../server/sandbox/schedule.ts'
import { CATEGORIES, CHANNELS, REGIONS } from '../../server/sandbox/seed/channels.ts'
import { isStreamToken, signStream } from '../../server/sandbox/tokens.ts'
import { START, refused, TestSandbox } from './testSandbox.ts'

const CHANNEL = '/wp-json/channel/v2/channels'
const FAVORITES = '/wp-json/channel/v2/favourites'

interface WireChannel {
  slug: string
  name: string
  category: string
  region: string
  logo: string
  now: { ends_at: string } | null
  next: object | null
  stream_url?: string | null
}

const testSandbox = new TestSandbox()
const accounts = ['member', 'manual-member', 'guest', 'lapsed'] as const
type Account = (typeof accounts)[number]
const tokens = {} as Record<Account, string>
beforeAll(async () => {
  await testSandbox.open()
  for (const who of accounts) tokens[who] = await testSandbox.signIn(who, true)
})
afterAll(() => testSandbox.dispose())

const as = (who: Account) => testSandbox.as(tokens[who])
const read = async (slug: string) => (await as('member')('GET', `${CHANNEL}/${slug}`)).body as WireChannel

describe('the list of channels', () => {
  it('has at least 16 channels of 5 categories and 4 regions, for guests too, without stream URLs', async () => {
    const list = (await as('guest')('GET', CHANNEL)).body as WireChannel[]
    expect(list.length).toBeGreaterThanOrEqual(16)
    expect(new Set(list.map((channel) => channel.category))).toEqual(new Set(CATEGORIES))
    expect(new Set(list.map((channel) => channel.region))).toEqual(new Set(REGIONS))
    expect(new Set(list.map((channel) => channel.slug)).size).toBe(list.length)
    expect(list.some((channel) => 'stream_url' in channel)).toBe(false)
    expect((await as('member')('GET', CHANNEL)).body).toEqual(list)
  })

  it('names no real broadcaster, and every logo has a contrast of 4.5:1', () => {
    const real =
      /\b(cnn|msnbc|fox|cbs|nbc|abc|bbc|pbs|c-?span|bloomberg|reuters|newsmax|sky news|al jazeera|weather channel)\b/i
    const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    for (const { name, tagline, color } of CHANNELS) {
      expect(`${name} ${tagline}`).not.toMatch(real)
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
        channel(Number.parseInt(color.slice(at, at + 2), 16) / 255),
      )
      expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('links to a logo for every channel', async () => {
    for (const { logo, name } of (await as('member')('GET', CHANNEL)).body as WireChannel[]) {
      const response = await testSandbox.send('GET', new URL(logo).pathname)
      expect(response.headers.get('content-type')).toBe('image/svg+xml')
      expect(await response.text()).toContain(`aria-label="${name.replace('&', '&amp;')}"`)
    }
    expect((await testSandbox.send('GET', '/sandbox/logos/nobody.svg')).status).toBe(404)
  })
})

describe('programs', () => {
  it.each(CHANNELS.filter((channel) => channel.live).map((channel) => channel.slug))(
    '%s: programs follow each other without a gap for a week',
    (slug) => {
      for (let minute = 0; minute < 7 * 24 * 60; minute += 5) {
        const at = new Date(START.getTime() + minute * 60_000 + 17_000)
        const { now, next } = programsAt(slug, at)
        if (!now || !next) throw new Error(`${slug} has no program at ${at.toISOString()}`)
        expect(Date.parse(now.starts_at)).toBeLessThanOrEqual(at.getTime())
        expect(Date.parse(now.ends_at)).toBeGreaterThan(at.getTime())
        expect(next.starts_at).toBe(now.ends_at)
        expect(programsAt(slug, new Date(next.starts_at)).now).toEqual(next)
        expect(Date.parse(now.starts_at) % 900_000).toBe(0)
      }
    },
  )

  it('change with the clock and are the same for the same time', async () => {
    const before = await read('harbor-one')
    expect(await read('harbor-one')).toEqual({ ...before, stream_url: expect.any(String) })
    testSandbox.now = new Date(before.now?.ends_at ?? '')
    expect((await read('harbor-one')).now).toEqual(before.next)
    testSandbox.now = START
  })

  it('do not all change at the same time', () => {
    const ends = CHANNELS.map(({ slug }) => programsAt(slug, START).now?.ends_at)
    expect(new Set(ends).size).toBeGreaterThan(3)
  })

  it('follow the clock when it is set back, and are null without a schedule', () => {
    expect(programsAt('harbor-one', new Date(-1)).now).toMatchObject({ title: expect.any(String) })
    expect(programsAt('nobody', START)).toEqual({ now: null, next: null })
  })
})

describe('the schedule', { tags: 'guide.schedule' }, () => {
  const iso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')
  const hour = 60 * 60_000
  const target = (from: string, to: string) =>
    `/wp-json/channel/v2/schedule?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`
  const window = (hours: number) => target(iso(START.getTime()), iso(START.getTime() + hours * hour))
  type Listed = { title: string; starts: string; ends: string; description: string }
  const schedule = async (hours = 24) =>
    (await as('member')('GET', window(hours))).body as Readonly<Record<string, Listed[]>>

  it('has the programs of every channel without a gap, from the one that runs at the start of the window', async () => {
    const listed = await schedule()
    expect(Object.keys(listed).sort()).toEqual(CHANNELS.map(({ slug }) => slug).sort())
    for (const { slug } of CHANNELS.filter((channel) => channel.live)) {
      const programs = listed[slug] ?? []
      expect(Date.parse(programs[0]?.starts ?? '')).toBeLessThanOrEqual(START.getTime())
      expect(Date.parse(programs.at(-1)?.ends ?? '')).toBeGreaterThanOrEqual(START.getTime() + 24 * hour)
      for (const [index, program] of programs.entries()) {
        expect(program.description).not.toBe('')
        if (index > 0) expect(program.starts).toBe(programs[index - 1]?.ends)
      }
      expect(programs[0]).toMatchObject({ title: programsAt(slug, START).now?.title })
      expect(programs[1]).toMatchObject({ title: programsAt(slug, START).next?.title })
    }
  })

  it('has no program of a channel off air before it is back', async () => {
    const [first] = (await schedule())['night-wire'] ?? []
    const starts = Date.parse(first?.starts ?? '')
    expect(starts).toBeGreaterThan(START.getTime())
    expect(starts - START.getTime()).toBeLessThanOrEqual(6 * hour)
    expect(starts % (6 * hour)).toBe(0)
  })

  it('is for members, and refuses a impossible, empty or too long window', async () => {
    expect(await as('guest')('GET', window(24))).toMatchObject(refused(403, 'membership_required'))
    for (const [from, to] of [
      [iso(START.getTime()), iso(START.getTime() + 24 * hour + 1000)],
      [iso(START.getTime()), iso(START.getTime())],
      ['2026-02-40T00:00:00Z', iso(START.getTime())],
    ] as const)
      expect(await as('member')('GET', target(from, to))).toMatchObject(refused(400, 'rest_invalid_param'))
  })
})

describe('the stills', { tags: 'channels.stills' }, () => {
  it('are small pictures of the channels on air, at most a minute old', async () => {
    const list = (await as('member')('GET', CHANNEL)).body as (WireChannel & { live: boolean; poster_url: string })[]
    for (const { live, poster_url } of list) {
      if (!live) {
        expect(poster_url).toBeNull()
        continue
      }
      const response = await testSandbox.send('GET', new URL(poster_url).pathname)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('cache-control')).toBe('max-age=60')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.toString('latin1', 8, 12)).toBe('WEBP')
      expect(bytes.length).toBeLessThan(16_384)
    }
    for (const slug of ['night-wire', 'nobody'])
      expect((await testSandbox.send('GET', `/sandbox/posters/${slug}.webp`)).status).toBe(404)
  })
})

describe('one channel', () => {
  it.each(['member', 'manual-member'] as const)('returns the stream URL to %s', async (who) => {
    const { status, body } = await as(who)('GET', `${CHANNEL}/harbor-one`)
    expect(status).toBe(200)
    expect((body as WireChannel).stream_url).toMatch(
      /^http:\/\/sandbox\.test\/sandbox\/streams\/harbor-one\/index\.m3u8\?token=[\w.-]+$/,
    )
  })

  it.each(['guest', 'lapsed'] as const)('refuses %s', async (who) => {
    for (const slug of ['harbor-one', 'nobody']) {
      expect(await as(who)('GET', `${CHANNEL}/${slug}`)).toMatchObject(refused(403, 'membership_required'))
    }
  })

  it('refuses an unknown channel', async () => {
    expect(await as('member')('GET', `${CHANNEL}/nobody`)).toMatchObject(refused(404, 'channel_not_found'))
  })

  it('has neither program nor stream when it is off air', async () => {
    expect(await read('night-wire')).toMatchObject({ live: false, now: null, next: null, stream_url: null })
  })
})

it('plays for a member who has canceled until what is paid has run out', { tags: 'cancel.access' }, async () => {
  const record = (await testSandbox.callWithServiceKey('members/2')).body as {
    recent_subscriptions: { id: string; subscr_id: string }[]
  }
  const [current] = record.recent_subscriptions
  const canceled = await as('member')('POST', '/wp-json/payment/v1/cancel-subscription', {
    body: { sub_id: current?.id, stripe_sub_id: current?.subscr_id },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(canceled.body).toMatchObject({ success: true })
  expect(await as('member')('GET', `${CHANNEL}/harbor-one`)).toMatchObject({ status: 200 })
  testSandbox.now = new Date(START.getTime() + 31 * 86_400_000)
  const later = testSandbox.as(await testSandbox.signIn('member'))
  expect(await later('GET', `${CHANNEL}/harbor-one`)).toMatchObject(refused(403, 'membership_required'))
  testSandbox.now = START
})

describe('a stream URL', () => {
  const play = (streamUrl: string) => testSandbox.send('GET', streamUrl.replace('http://sandbox.test', ''))

  it('is valid for 5 minutes', async () => {
    const streamUrl = (await read('harbor-one')).stream_url ?? ''
    testSandbox.advanceTo(299_000)
    expect((await play(streamUrl)).status).toBe(200)
    testSandbox.advanceTo(300_000)
    expect((await play(streamUrl)).status).toBe(403)
    expect((await play((await read('harbor-one')).stream_url ?? '')).status).toBe(200)
    testSandbox.now = START
  })

  it('is valid for its channel only, and requires its token', async () => {
    const streamUrl = (await read('harbor-one')).stream_url ?? ''
    expect((await play(streamUrl.replace('harbor-one', 'rotunda'))).status).toBe(403)
    expect((await play(streamUrl.split('?')[0] ?? '')).status).toBe(403)
    expect((await play(streamUrl.slice(0, -1))).status).toBe(403)
    const later = streamUrl.replace(/token=\d+/, (token) => `token=${Number(token.slice(6)) + 3600}`)
    expect((await play(later)).status).toBe(403)
  })

  it('is readable from another origin and is not cached by proxies', async () => {
    const response = await play((await read('harbor-one')).stream_url ?? '')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    expect(response.headers.get('cache-control')).toContain('private')
  })

  it('stays valid after a restart', async () => {
    const streamUrl = (await read('harbor-one')).stream_url ?? ''
    await testSandbox.reopen()
    expect((await play(streamUrl)).status).toBe(200)
  })

  it.each(['', '.', '..', 'a.b.c', '1795229916.2', '99999999999999.2.x', '-1.2.x'])('%j is not a token', (token) => {
    expect(isStreamToken('secret', 'harbor-one', token, START)).toBe(false)
  })

  it('is signed with the secret of its data folder', () => {
    const token = signStream('one', 'harbor-one', 2, START)
    expect(isStreamToken('one', 'harbor-one', token, START)).toBe(true)
    expect(isStreamToken('other', 'harbor-one', token, START)).toBe(false)
  })

  it('has the configured origin', async () => {
    const configured = new TestSandbox({ origin: 'https://streams.statecast.test' })
    await configured.open()
    const { body } = await (await configured.asUser('member'))('GET', `${CHANNEL}/rotunda`)
    expect((body as WireChannel).stream_url).toMatch(/^https:\/\/streams\.statecast\.test\/sandbox\/streams\/rotunda\//)
    await configured.dispose()
  })
})

describe('favorites', () => {
  const list = async (who: 'member' | 'manual-member' = 'member') =>
    ((await as(who)('GET', FAVORITES)).body as { favourites: string[] }).favourites

  it('are the seeded ones of each member, newest first', async () => {
    expect(await list()).toEqual(['harbor-one', 'rotunda', 'stormwatch-gulf'])
    expect(await list('manual-member')).toEqual([])
  })

  it('add a channel once and return all', async () => {
    const first = await as('member')('PUT', `${FAVORITES}/fogline`)
    expect(first).toMatchObject({
      status: 200,
      body: { favourites: ['fogline', 'harbor-one', 'rotunda', 'stormwatch-gulf'] },
    })
    expect((await as('member')('PUT', `${FAVORITES}/fogline`)).body).toEqual(first.body)
    expect(await list('manual-member')).toEqual([])
  })

  it('remove a channel once and return the others', async () => {
    for (let again = 0; again < 2; again += 1) {
      const { body } = await as('member')('DELETE', `${FAVORITES}/fogline`)
      expect(body).toEqual({ favourites: ['harbor-one', 'rotunda', 'stormwatch-gulf'] })
    }
  })

  it('persist after a restart', async () => {
    await as('manual-member')('PUT', `${FAVORITES}/plainview`)
    await testSandbox.reopen()
    expect(await list('manual-member')).toEqual(['plainview'])
  })

  it('are correct after concurrent changes', async () => {
    const slugs = CHANNELS.map((channel) => channel.slug)
    await Promise.all(slugs.map((slug) => as('manual-member')('PUT', `${FAVORITES}/${slug}`)))
    expect((await list('manual-member')).toSorted()).toEqual(slugs.toSorted())
  })

  it.each(['PUT', 'DELETE'])('%s refuses an unknown channel', async (method) => {
    expect(await as('member')(method, `${FAVORITES}/nobody`)).toMatchObject(refused(404, 'channel_not_found'))
  })

  it.each([
    ['GET', FAVORITES],
    ['PUT', `${FAVORITES}/fogline`],
    ['DELETE', `${FAVORITES}/fogline`],
  ])('%s requires a membership', async (method, path) => {
    for (const who of ['guest', 'lapsed'] as const) {
      expect(await as(who)(method, path)).toMatchObject(refused(403, 'membership_required'))
    }
  })

  it.each([{ user_id: 3 }, { user_id: '3' }, { email: 'guest@statecast.test' }])(
    'refuses another member: %j',
    async (body) => {
      const response = await as('member')('PUT', `${FAVORITES}/rotunda`, { body, part: 'none' })
      expect(response).toMatchObject(refused(403, 'rest_forbidden'))
    },
  )
})

describe('the avatar and the regions', () => {
  const AVATAR = '/wp-json/channel/v2/avatar'

  it('returns the URL of an avatar', async () => {
    const { body } = await as('member')('GET', `${AVATAR}?user_id=2`)
    const { avatar_url: avatarUrl } = body as { avatar_url: string }
    const response = await testSandbox.send('GET', new URL(avatarUrl).pathname)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })

  it('returns an empty URL without an avatar', async () => {
    expect((await as('guest')('GET', `${AVATAR}?user_id=5`)).body).toEqual({ avatar_url: '' })
    expect((await testSandbox.send('GET', '/sandbox/avatars/5.svg')).status).toBe(404)
  })

  it('refuses another member’s id and a missing id', async () => {
    expect(await as('guest')('GET', `${AVATAR}?user_id=2`)).toMatchObject(refused(403, 'rest_forbidden'))
    expect(await as('guest')('GET', AVATAR, { part: 'response' })).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['user_id'] } },
    })
  })

  it('returns the regions to a signed-in user', async () => {
    const { body } = await as('guest')('GET', '/wp-json/channel/v2/regions')
    const names = ['National', 'Northeast', 'Midwest', 'South', 'West', 'International']
    expect((body as { name: string }[]).map((region) => region.name)).toEqual(names)
  })
})
