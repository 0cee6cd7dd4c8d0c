import fc from 'fast-check'
import { ValiError } from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { meSessionCodes } from '../../openapi/codes.ts'
import { parsePayment, parseCards, parsePlan, parsePlans, parseTransaction } from '../../src/api/paymentParsers.ts'
import { parseChannel, parseChannels, parseFavourites, parseSchedule } from '../../src/api/channelParsers.ts'
import { parseAvatar, parseMember, parseSignIn, parseUser, type Member } from '../../src/api/memberParsers.ts'
import { HostUnreachable } from '../../src/api/apiResult.ts'
import { parseCountries, parseNames, parseNamesByState, parseStates } from '../../src/api/locationParsers.ts'
import { roleOf } from '../../src/api/role.ts'
import { contract, refusalCodesOf } from '../../tools/contract/contract.ts'
import { callApi, clientCalls, jsonResponse, movesMoney, toResponse, type FakeResponse } from './exampleCalls.ts'
import {
  exampleResponses,
  malformedResponse,
  malformedSeed,
  type Json,
  type MalformedResponse,
} from './malformedResponses.ts'

/** Granted or refused. Throws for an unreachable host only. */
const callWithoutCrash = async (call: (typeof clientCalls)[number], sent: FakeResponse) => {
  try {
    const result = await callApi({ fetch: async () => toResponse(sent) }, call)
    if (result.kind === 'refused') expect(result.refusal.message).not.toMatch(/<[a-z/!?]/i)
    return result
  } catch (error) {
    expect(error).toBeInstanceOf(HostUnreachable)
    return undefined
  }
}

const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)
const isAmount = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0

const validityRules: [RegExp, (value: unknown) => boolean][] = [
  [/(^id|Id)$/, (value) => typeof value !== 'number' || (Number.isSafeInteger(value) && value > 0)],
  [/^(price|amount|total|tax|followers|period|trialDays|order)$/, (value) => value === undefined || isAmount(value)],
  [
    /^(createdAt|expiresAt|startsAt|endsAt)$/,
    (value) => typeof value !== 'string' || new Date(value).toISOString() === value,
  ],
  [/^(logo|streamUrl)$/, (value) => value === undefined || matches(/^(\/(?!\/)|https?:\/\/)/i)(value)],
  [
    /^(title|name|displayName|tagline|holder|planTitle|question|message)$/,
    (value) => typeof value === 'string' && !/<[a-z/!?]/i.test(value),
  ],
  [/^(question|slug|now|next)$/, (value) => value !== ''],
  [/^periodType$/, matches(/^(days|weeks|months|years|lifetime|unknown)$/)],
  [/^answer$/, Array.isArray],
  [/^status$/, (value) => typeof value === 'string' && value !== 'canceled'],
  [/^(subscriptions|transactions|activeMemberships|cards)$/, Array.isArray],
  [/^(live|current|good)$/, (value) => typeof value === 'boolean'],
]

const checkValid = (data: unknown, path = ''): void => {
  if (typeof data !== 'object' || data === null) return
  for (const [key, value] of Object.entries(data)) {
    for (const [pattern, holds] of Array.isArray(data) ? [] : validityRules)
      if (pattern.test(key) && !holds(value)) throw new Error(`${path}.${key} is ${JSON.stringify(value)}`)
    checkValid(value, `${path}.${key}`)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const rowsOf = (value: unknown): unknown[] => (isRecord(value) ? Object.values(value) : [])
const hasId = (value: Record<string, unknown>) => Number(value['ID'] ?? value['id']) >= 1

/** Whether a member record says that its user is a member, read without the parsers. */
const grantsMembership = (body: unknown) =>
  isRecord(body) &&
  (rowsOf(body['active_memberships']).some((row) => isRecord(row) && hasId(row)) ||
    rowsOf(body['recent_subscriptions']).some(
      (row) =>
        isRecord(row) &&
        hasId(row) &&
        typeof row['status'] === 'string' &&
        !['', 'canceled', 'cancelled'].includes(row['status'].trim().toLowerCase()),
    ))

/** Checks a result against its response: nothing is paid, granted or refused that the host has not said. */
function checkResult(
  call: (typeof clientCalls)[number],
  { status, parsed }: MalformedResponse,
  result: Awaited<ReturnType<typeof callWithoutCrash>>,
) {
  const { operationId } = call.operation
  const error = isRecord(parsed) && typeof parsed['message'] === 'string' ? parsed : undefined
  if (result?.kind === 'granted') {
    expect(status).toBeLessThan(300)
    checkValid(result.data)
    if (operationId === 'readMember' && roleOf(result.data as Member) === 'membership')
      expect(grantsMembership(parsed)).toBe(true)
    const payment = result.data as { status?: unknown } | undefined
    if (movesMoney(call) && payment?.status === 'active')
      expect(parsed).toMatchObject({
        success: expect.toSatisfy((value) => [true, 1, '1', 'true'].includes(value as string)),
        status: 'active',
      })
  }
  if (result?.kind !== 'refused') return
  const isListed = refusalCodesOf(call).includes(String(error?.['code']))
  if (movesMoney(call)) expect([status >= 400 && status < 500, isListed]).toEqual([true, true])
  if (operationId === 'readMe' && status >= 300)
    expect(
      error !== undefined && (status === 401 || status === 403 || meSessionCodes.includes(String(error['code']))),
    ).toBe(true)
  if (status >= 500) expect(isListed).toBe(true)
}

describe('malformed responses', () => {
  test(
    '9,000 of them cause no exception, no wrong role and no payment that was not made',
    { tags: ['calls.refusals', 'calls.moneyRefusals'], timeout: 120_000 },
    async () => {
      const counts = { granted: 0, refused: 0, unreachable: 0 }
      const response = fc
        .constantFrom(...exampleResponses)
        .chain(({ call, status, body }) => fc.tuple(fc.constant(call), malformedResponse(status, body)))
      await fc.assert(
        fc.asyncProperty(response, async ([call, sent]) => {
          const result = await callWithoutCrash(call, sent)
          counts[result?.kind ?? 'unreachable'] += 1
          checkResult(call, sent, result)
        }),
        { numRuns: 9_000, seed: malformedSeed },
      )
      // Some of the malformed responses are parsed and some are not.
      expect(counts.granted).toBeGreaterThan(500)
      expect(counts.unreachable).toBeGreaterThan(500)
      expect(counts.refused).toBeGreaterThan(200)
    },
  )

  test('the files of countries, states and cities are parsed or rejected', () => {
    const files: readonly (readonly [(body: unknown) => unknown, Json])[] = [
      [parseCountries, [{ id: 233, name: 'United States', iso2: 'US', states: 66, whole: false }]],
      [parseStates, [{ id: 1407, name: 'Texas', iso2: 'TX', cities: 1200 }]],
      [parseNames, ['Austin', 'Dallas']],
      [parseNamesByState, { TX: ['Austin', 'Dallas'] }],
    ]
    const file = fc
      .constantFrom(...files)
      .chain(([parser, body]) => fc.tuple(fc.constant(parser), malformedResponse(200, body)))
    fc.assert(
      fc.property(file, ([parser, { parsed }]) => {
        try {
          checkValid(parser(parsed))
        } catch (error) {
          expect(error).toBeInstanceOf(ValiError)
        }
      }),
      { numRuns: 500, seed: malformedSeed },
    )
  })

  const operationIds = ['signIn', 'readMe', 'readMember', 'readChannels', 'createSubscription', 'readFaqs']
  const selectedCalls = clientCalls.filter((call) => operationIds.includes(call.operation.operationId))

  test.each(selectedCalls.map((call) => [call.name, call] as const))(
    '%s parses five megabytes',
    async (_name, call) => {
      const body = exampleResponses.find((each) => each.call === call)?.body
      const long = 'x'.repeat(5_000_000)
      const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
      const wide = isObject ? { ...body, message: long, extra: long } : [long]
      await callWithoutCrash(call, jsonResponse(200, wide))
      await callWithoutCrash(call, jsonResponse(500, { code: 'rest_invalid_param', message: long, data: null }))
      await callWithoutCrash(call, { status: 200, body: long })
    },
  )

  test('a list of 100,000 rows, half of them malformed, is parsed completely', () => {
    const channel = { slug: 'capitol-line', name: 'Capitol Line', live: true }
    expect(parseChannels(Array.from({ length: 100_000 }, (_, at) => (at % 2 ? channel : null))).length).toBe(50_000)
  })
})

const example = (name: string) =>
  structuredClone(
    (contract as unknown as { components: { examples: Record<string, { value: Record<string, Json> }> } }).components
      .examples[name]?.value,
  ) as Record<string, Json>

describe('users', () => {
  const expected = {
    id: 2,
    login: 'member',
    email: 'member@statecast.test',
    displayName: 'Mara Ember',
    phone: '+1 202 555 0142',
  }

  test('are parsed from both shapes of a WP_User, without other fields', () => {
    const user = example('MemberUser')
    expect(parseUser(user)).toEqual(expected)
    expect(parseUser({ ...user, ID: '2' })).toEqual(expected)
    expect(parseUser({ ...(user['data'] as object), id: 2, user_pass: '$P$B' })).toEqual(expected)
    expect(parseUser({ data: user['data'] })).toEqual(expected)
    expect(
      parseUser({ ID: 2, data: { ...(user['data'] as object), user_pass: '$P$Bx', user_activation_key: 'k' } }),
    ).toEqual(expected)
  })

  test('have names without markup', () => {
    expect(parseUser({ ID: 2, data: { display_name: '<b>Mara</b> &amp; Co' } }).displayName).toBe('Mara & Co')
  })

  test('a sign-in without tokens or user is invalid', () => {
    const good = { access_token: 'a', refresh_token: 'r', user: example('MemberUser') }
    expect(parseSignIn(good)).toEqual({ accessToken: 'a', refreshToken: 'r', user: expected })
    const odd = [{ access_token: '' }, { refresh_token: null }, { user: {} }].map((change) => ({ ...good, ...change }))
    for (const body of [...odd, {}, null, []]) expect(() => parseSignIn(body)).toThrow()
  })
})

describe('members', () => {
  test('are parsed from the format of the membership service', () => {
    const member = parseMember(example('ActiveMember'))
    const paid = {
      id: 31,
      number: 'ch_3Q8aX',
      planId: 102,
      subscriptionId: 11,
      status: 'complete',
      amount: 19.99,
      createdAt: '2026-11-02T09:14:00.000Z',
      expiresAt: '2026-12-02T23:59:59.000Z',
      card: { brand: 'visa', last4: '4242' },
    }
    expect(member).toEqual({
      id: 2,
      email: 'member@statecast.test',
      username: 'member',
      firstName: 'Mara',
      lastName: 'Ember',
      displayName: 'Mara Ember',
      address: { line1: '12 Wire Street', line2: '', city: 'Austin', state: 'TX', zip: '78701', country: 'US' },
      subscriptions: [
        {
          id: 11,
          planId: 102,
          status: 'active',
          gateway: 's7qsh6-5sg',
          gatewayId: 'sub_1Q8a',
          price: 19.99,
          createdAt: '2025-11-02T09:14:00.000Z',
          card: { last4: '4242', expMonth: 12, expYear: 2030 },
        },
      ],
      transactions: [paid],
      latestTransaction: paid,
      activeMemberships: [{ id: 102, title: 'Monthly', price: 19.99 }],
    } satisfies Member)
  })

  test('have the id from ID, and duplicate plans are merged', () => {
    const { id, ...rest } = example('ActiveMember')
    const plan = (rest['active_memberships'] as Json[])[0] as Json
    const member = parseMember({ ...rest, ID: String(id as number), active_memberships: [plan, plan] })
    expect(member.id).toBe(2)
    expect(member.activeMemberships.length).toBe(1)
  })

  test('have the valid lines of an address', () => {
    const none = { line1: '', line2: '', city: '', state: '', zip: '', country: '' }
    const { address: _, ...rest } = example('ActiveMember')
    expect(parseMember(rest).address).toEqual(none)
    for (const address of [null, [], {}, 'Portland', 7, { 'mepr-address-one': [] }])
      expect(parseMember({ ...rest, address }).address).toEqual(none)
    const some = {
      'mepr-address-one': '<b>2</b> Harbor Street',
      'mepr-address-zip': 4101,
      'mepr-address-country': 'us',
    }
    const read = { ...none, line1: '2 Harbor Street', zip: '4101', country: 'US' }
    expect(parseMember({ ...rest, address: some }).address).toEqual(read)
  })

  test('omit an invalid card, month or year', () => {
    const [row] = example('ActiveMember')['recent_subscriptions'] as Record<string, Json>[]
    const cardOf = (change: Record<string, Json>) =>
      parseMember({ id: 2, recent_subscriptions: [{ ...row, ...change }] }).subscriptions[0]?.card
    for (const last4 of ['', null, '42', 'abcd', '42424']) expect(cardOf({ cc_last4: last4 })).toBeUndefined()
    const bare = { last4: '4242', expMonth: undefined, expYear: undefined }
    expect(cardOf({ cc_exp_month: '13', cc_exp_year: '0' })).toEqual(bare)
  })

  test('require an id', () => {
    for (const body of [null, [], {}, 'member', 0, { id: null }, { id: 'x' }, { id: -1 }])
      expect(() => parseMember(body)).toThrow()
  })
})

describe('the role', () => {
  const words = ['pending', 'active', 'suspended', 'cancelled']
  const orders = (list: string[]): string[][] =>
    list.length < 2
      ? [list]
      : list.flatMap((first, at) => orders(list.filter((_, other) => other !== at)).map((rest) => [first, ...rest]))
  const mixes = Array.from({ length: 2 ** words.length }, (_, bits) => words.filter((_word, at) => bits & (1 << at)))
  const cases = mixes.flatMap((mix) =>
    orders(mix).map((order): [string, string[]] => [order.join(', ') || 'none', order]),
  )

  test('is tested with every order of every combination', () => expect(cases.length).toBe(65))

  test.each(cases)('%s', { tags: 'session.role' }, (_name, statuses) => {
    const member = parseMember({
      id: 2,
      recent_subscriptions: statuses.map((status, at) => ({ id: String(at + 1), status })),
    })
    const isGuest = statuses.every((status) => status === 'cancelled')
    expect(roleOf(member)).toBe(isGuest ? 'guest' : 'membership')
    // Duplicates and a list with gaps have the same role.
    const twice = [...statuses, ...statuses].map((status, at) => [String(at * 3), { id: at + 1, status }])
    expect(roleOf(parseMember({ ID: '2', recent_subscriptions: Object.fromEntries(twice) }))).toBe(roleOf(member))
  })

  test.each([
    ['absent', undefined],
    ['null', null],
    ['false', false],
    ['empty', []],
    ['an empty object', {}],
    ['text', 'active'],
    ['invalid rows', [null, 'active', 7, []]],
    ['rows without a status', [{ id: '1' }, ...['', null, true].map((status) => ({ id: '2', status }))]],
    ['a status with spaces and capitals', [{ id: '1', status: ' Cancelled ' }]],
    ["Stripe's spelling", [{ id: '1', status: 'canceled' }]],
  ])('a missing value makes no member: %s', (_name, recent_subscriptions) => {
    for (const active_memberships of [
      undefined,
      null,
      false,
      '',
      [],
      {},
      'Monthly',
      [null, 7, {}, { id: 0 }, { title: 'Monthly' }],
    ])
      expect(roleOf(parseMember({ id: 2, recent_subscriptions, active_memberships }))).toBe('guest')
  })

  test.each([
    ['a canceled plan that is paid for', [{ id: '1', status: 'cancelled' }], [{ id: 102, title: 'Monthly' }]],
    ['a one-time plan', [], [{ ID: '105', title: 'For ever', price: '0', period_type: 'lifetime' }]],
    ['a list with gaps', undefined, { 3: { id: 102 } }],
  ])('%s makes a member', { tags: 'session.role' }, (_name, recent_subscriptions, active_memberships) =>
    expect(roleOf(parseMember({ id: 2, recent_subscriptions, active_memberships }))).toBe('membership'),
  )
})

describe('channels', () => {
  const wire = {
    slug: 'capitol-line',
    name: 'Capitol Line',
    live: true,
    followers: '18200',
    stream_url: '/sandbox/streams/capitol-line/index.m3u8?token=1',
  }

  test('a missing list is not an empty list', () => {
    for (const body of [null, 'channels', 7, true]) expect(() => parseChannels(body)).toThrow()
    expect(parseChannels([])).toEqual([])
  })

  test('a channel that is off air has no stream', () => {
    const channel = parseChannel({ ...wire, live: false, stream_url: null })
    expect(channel).toMatchObject({ live: false, streamUrl: undefined })
  })

  test('a logo may be at the address of the host', () => {
    const logo = 'https://wp.example/blog/wp-content/uploads/2026/11/capitol.png'
    expect(parseChannel({ ...wire, logo }).logo).toBe(logo)
  })

  const unsafeUrls = ['javascript:alert(1)', '//evil.example/x.m3u8', 'data:text/html,x', ' ', '\\\\evil', 7, '/a b']
  test.each(unsafeUrls)('an unsafe URL is dropped: %s', (odd) => {
    const channel = parseChannel({ ...wire, stream_url: odd, logo: odd })
    expect(channel).toMatchObject({ streamUrl: undefined, logo: undefined })
    expect(parseAvatar({ avatar_url: odd })).toBeUndefined()
  })

  test.each([...unsafeUrls, null, undefined])(
    'a still that is no URL is dropped: %s',
    { tags: 'channels.stills' },
    (odd) => {
      expect(parseChannel({ ...wire, poster_url: odd }).poster).toBeUndefined()
      expect(parseChannel({ ...wire, poster_url: '/stills/1.webp' }).poster).toBe('/stills/1.webp')
    },
  )

  test.each([
    ...['../../etc', 'a/b', 'A', '', 'a b', 'a%2fb', '%2e%2e', '%00', '%zz', '%d0', '%c2%85', '%e2%80%a8', 'a?b', null],
  ])('an invalid slug makes no channel: %s', (slug) => {
    expect(parseChannels([{ ...wire, slug }, wire]).map((channel) => channel.slug)).toEqual(['capitol-line'])
  })

  test.each([
    ['state_one', 'state_one'],
    ['_news--24_', '_news--24_'],
    ['%d0%bd%d0%be%d0%b2-1', 'нов-1'],
    ['%D0%BD%D0%BE%D0%B2-1', 'нов-1'],
    ['нов-1', 'нов-1'],
  ])('a slug of WordPress is decoded: %s', { tags: 'channels.slugs' }, (slug, decoded) => {
    expect(parseChannel({ ...wire, slug }).slug).toBe(decoded)
    expect(parseFavourites({ favourites: [slug] })).toEqual([decoded])
  })

  test.each([
    ['2026-11-21 02:00:00', '2026-11-21T02:00:00.000Z'],
    ['2026-11-21T02:00:00', '2026-11-21T02:00:00.000Z'],
    ['2026-11-21 02:00', '2026-11-21T02:00:00.000Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T02:00:00.5Z', '2026-11-21T02:00:00.500Z'],
    ['2026-11-21T02:00:00+05:30', '2026-11-20T20:30:00.000Z'],
    ['2026-11-21T02:00:00+0530', '2026-11-20T20:30:00.000Z'],
    ['0000-00-00 00:00:00', undefined],
    ['Nov 21, 2026', undefined],
    ['1795226400', undefined],
  ])('a time without a zone is in UTC: %s', { tags: 'calls.times' }, (starts_at, expected) => {
    vi.stubEnv('TZ', 'America/New_York')
    const now = { title: 'The Morning Session', starts_at, ends_at: '2030-01-01T00:00:00Z' }
    expect(parseChannel({ ...wire, now }).now?.startsAt).toBe(expected)
  })
  afterEach(() => void vi.unstubAllEnvs())
})

describe('the schedule', { tags: 'guide.malformed' }, () => {
  const program = {
    title: 'The Morning Session',
    starts: '2026-11-21T02:00:00Z',
    ends: '2026-11-21T03:00:00Z',
    description: 'Both chambers.',
  }
  const show = {
    title: 'The Morning Session',
    startsAt: Date.UTC(2026, 10, 21, 2),
    endsAt: Date.UTC(2026, 10, 21, 3),
    description: 'Both chambers.',
  }
  const showsOf = (list: unknown) => parseSchedule({ 'capitol-line': list }).get('capitol-line')

  test('has the shows of a channel by its slug, decoded', () => {
    expect([...parseSchedule({ '%d0%bd': [program], 'harbor-24': [] })]).toEqual([
      ['н', [show]],
      ['harbor-24', []],
    ])
  })

  test('is empty for the list that PHP writes for an empty object, and missing for anything else', () => {
    expect(parseSchedule([]).size).toBe(0)
    for (const body of [null, 'schedule', 7, true, [program]]) expect(() => parseSchedule(body)).toThrow()
  })

  test.each([
    ['without a title', { ...program, title: ' ' }],
    ['without a start', { ...program, starts: undefined }],
    ['with an invalid end', { ...program, ends: 'tomorrow' }],
    ['without a duration', { ...program, ends: program.starts }],
    ['that ends before it starts', { ...program, ends: '2026-11-21T01:00:00Z' }],
    ['that is no object', 'The Morning Session'],
  ])('leaves out a show %s and keeps the others', (_name, odd) => {
    expect(showsOf([odd, program])).toEqual([show])
    expect(showsOf({ 1: program, 4: odd })).toEqual([show])
  })

  test('leaves out a channel with an invalid slug, and has no show of a channel without a list', () => {
    expect(parseSchedule({ '../me': [program] }).size).toBe(0)
    for (const odd of [null, 'none', 0]) expect(showsOf(odd)).toEqual([])
  })

  test('keeps 5,000 shows of a channel, titles of 300 characters and other scripts, and markup as text', () => {
    expect(showsOf(Array.from({ length: 5_000 }, () => program))).toHaveLength(5_000)
    const titles = ['x'.repeat(300), 'أخبار الصباح', 'Q&amp;A <b>live</b>']
    expect(showsOf(titles.map((title) => ({ ...program, title })))?.map(({ title }) => title)).toEqual([
      'x'.repeat(300),
      'أخبار الصباح',
      'Q&A live',
    ])
    expect(showsOf([{ ...program, description: null }])?.[0]?.description).toBe('')
  })
})

describe('plans and payments', () => {
  test.each([
    ['9.00', 9],
    ['9.5', 9.5],
    [9, 9],
    ['0', 0],
    ['1e3', 1000],
    ['NaN', undefined],
    ['', undefined],
    ['  ', undefined],
    [null, undefined],
    ['-1', undefined],
    [Infinity, undefined],
    ['free', undefined],
  ])('a price of %j is %j', (price, read) => expect(parsePlan({ id: 1, price }).price).toBe(read))

  test.each([
    [true, '7', 7],
    [1, 7, 7],
    ['1', '7', 7],
    [false, '7', 0],
    ['0', '7', 0],
    ['1', '0', 0],
    ['1', null, 0],
    [undefined, '7', 0],
  ])('trial %j of %j days is %j', (trial, days, read) => {
    expect(parsePlan({ id: 1, trial, trial_days: days }).trialDays).toBe(read)
  })

  test.each(['days', 'weeks', 'months', 'years', 'lifetime'])('a period of %s is known', (type) =>
    expect(parsePlan({ id: 1, period_type: type }).periodType).toBe(type),
  )

  test.each(['fortnights', '', null, 7, undefined])('a period of %j is unknown', (type) =>
    expect(parsePlan({ id: 1, period_type: type }).periodType).toBe('unknown'),
  )

  test('plans are sorted by their order, those without one last', () => {
    const plans = parsePlans([{ id: 3 }, { id: 2, group_order: '2' }, { id: 4 }, { id: 1, group_order: 1 }])
    expect(plans.map((plan) => plan.id)).toEqual([1, 2, 3, 4])
  })

  test('a transaction is parsed with ids and with records', () => {
    const flat = { id: '31', membership: '102', member: '2', subscription: '0', total: '19.99' }
    const read = { planId: 102, memberId: 2, subscriptionId: undefined, planTitle: '', total: 19.99 }
    expect(parseTransaction(flat)).toMatchObject(read)
    const records = { membership: { id: 102, title: 'Monthly' }, member: { ID: '2' }, subscription: { id: '11' } }
    expect(parseTransaction({ ...flat, ...records })).toMatchObject({
      ...read,
      subscriptionId: 11,
      planTitle: 'Monthly',
    })
  })

  test.each([
    [
      { cc_brand: ' Visa ', cc_last4: '4242' },
      { brand: 'visa', last4: '4242' },
    ],
    [{ cc_last4: 4242 }, { brand: '', last4: '4242' }],
    [{ cc_brand: 'visa', cc_last4: '' }, undefined],
    [{ cc_brand: 'visa', cc_last4: '42424' }, undefined],
    [{ cc_brand: ['visa'], cc_last4: null }, undefined],
    [{}, undefined],
  ])('the card of a transaction with %j is %j', (fields, card) => {
    const row = { id: '31', membership: '102', ...fields }
    expect(parseTransaction(row).card).toEqual(card)
    expect(parseMember({ id: 2, recent_transactions: [row] }).transactions[0]?.card).toEqual(card)
  })

  test.each([
    [{ success: true, message: '', status: 'active', subscription_id: '14' }, 'active'],
    [{ success: '1', message: '', status: 'requires_action', client_secret: 'pi_1' }, 'requiresAction'],
    [{ success: true, message: '', status: 'requires_action' }, 'pending'],
    [{ success: true, message: '', status: 'pending' }, 'pending'],
    [{ success: 1, message: '' }, 'pending'],
    [{ success: true, status: 'succeeded' }, 'pending'],
  ])('%j is %s', (body, status) => expect(parsePayment(body).status).toBe(status))

  test('a response without success is no payment', () => {
    for (const body of [{}, [], null, { status: 'active' }, { success: null, status: 'active' }])
      expect(() => parsePayment(body)).toThrow()
  })

  test.each([
    ['pm_1', 'pm_1'],
    [{ id: 'pm_1' }, 'pm_1'],
    [null, undefined],
    ['', undefined],
    [[], undefined],
    [undefined, undefined],
  ])('a default of %j is %j', (sent, read) => {
    const card = { id: 'pm_1', card: { brand: 'VISA', last4: 4242, exp_month: '12', exp_year: 2030 } }
    expect(parseCards({ cards: [card, null, { id: '' }], default_pay_method: sent })).toEqual({
      cards: [{ id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030, holder: '' }],
      defaultCard: read,
    })
  })
})
