import fc from 'fast-check'
import { matchPath } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { sessionMachine } from '../../machines/session.ts'
import { sessionCheckMachine, type MembershipResult, type UserResult } from '../../machines/sessionCheck.ts'
import { type User } from '../../machines/session.types.ts'
import {
  channelPathOf,
  channelSlugOf,
  decideAccess,
  noticeOf,
  opensListAfterSignIn,
  membershipNotActive,
  routeOf,
  destinationAfterSignIn,
  authStateOf,
  type AuthState,
  type AccessDecision,
} from '../../src/app/accessRules.ts'
import { appRoutes, matchPattern } from '../../src/app/paths.ts'
import { adversarialInputs } from './adversarialInputs.ts'

const user: User = { ID: 2, display_name: 'Mara', user_email: 'member@statecast.test' }

/** The auth state after a session check with these results. */
async function authStateFor(user: UserResult, membership: MembershipResult, stored?: User) {
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        sessionCheck: sessionCheckMachine.provide({
          actors: { checkUser: fromPromise(async () => user), checkMembership: fromPromise(async () => membership) },
        }),
        clearSession: fromPromise(async () => undefined),
        watchWindow: fromCallback(() => undefined),
      },
    }),
    { input: { user: stored, role: stored && 'membership' } },
  ).start()
  const settled = await waitFor(actor, (snapshot) => snapshot.matches('signedIn') || snapshot.matches('signedOut'))
  actor.stop()
  return authStateOf(settled)
}

const sessions = {
  'no session': () => authStateFor({ kind: 'noTokens' }, { kind: 'refused' }),
  guest: () => authStateFor({ kind: 'granted', user }, { kind: 'granted', role: 'guest' }),
  membership: () => authStateFor({ kind: 'granted', user }, { kind: 'granted', role: 'membership' }),
  'null role': async (): Promise<AuthState> => ({ kind: 'signedIn', role: null, isRoleConfirmed: true }),
  'expired token': () => authStateFor({ kind: 'refused' }, { kind: 'refused' }, user),
} as const

const TO_SIGN_IN = 'signin' // to the sign-in page with the requested location
const TO_UNAUTH = 'unauth' // to /unauth with the requested location
const ENTER = 'enter'

/** route → [no session, guest, membership, null role, expired token], written out. */
const expectedTable: Record<string, [string, string, string, string, string]> = {
  '/': [TO_SIGN_IN, '/profile', ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/guide': [TO_SIGN_IN, TO_UNAUTH, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/favourites': [TO_SIGN_IN, TO_UNAUTH, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/video/harbor-one': [TO_SIGN_IN, TO_UNAUTH, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/support': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/support/faqs': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/support/form': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/support/bugs': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/upgrade/102?type=upgrade': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/profile': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/profile/edit': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/profile/packages': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/profile/transcation-history': [TO_SIGN_IN, TO_UNAUTH, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/profile/transcation-history/7': [TO_SIGN_IN, TO_UNAUTH, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/profile/view-profile': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/profile/all-sessions': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/profile/payment-cards': [TO_SIGN_IN, TO_UNAUTH, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/subscribe/102': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/subscribe/success/': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/activate': [TO_SIGN_IN, ENTER, ENTER, TO_SIGN_IN, TO_SIGN_IN],
  '/signin': [ENTER, '/profile', '/', ENTER, ENTER],
  '/signin/code': [ENTER, '/profile', '/', ENTER, ENTER],
  '/forget/password': [ENTER, '/profile', '/', ENTER, ENTER],
  '/reset-password?key=k&login=l': [ENTER, '/profile', '/', ENTER, ENTER],
  '/unauth': [ENTER, ENTER, ENTER, ENTER, ENTER],
  '/no/such/page': [ENTER, ENTER, ENTER, ENTER, ENTER],
}

const locationAt = (path: string, state?: unknown) => {
  const { pathname, search, hash } = new URL(path, 'https://application.invalid')
  return { pathname, search, hash, state }
}
const decideFor = (path: string, who: AuthState, state?: unknown): AccessDecision => {
  const location = locationAt(path, state)
  return decideAccess((routeOf(location.pathname) ?? appRoutes.notFound).access, who, location)
}
const expected = (cell: string, path: string, who: AuthState): AccessDecision => {
  if (cell === ENTER) return { kind: 'enter' }
  if (cell === TO_SIGN_IN) return { kind: 'redirect', to: '/signin', state: { from: path } }
  if (cell === TO_UNAUTH) return { kind: 'redirect', to: '/unauth', state: { from: path } }
  const fromPublic = routeOf(locationAt(path).pathname)?.access === 'public'
  const isGuest = who.kind === 'signedIn' && who.role === 'guest'
  return { kind: 'redirect', to: cell, ...(fromPublic && isGuest ? { state: { notice: membershipNotActive } } : {}) }
}

describe('access decisions for every route and session', () => {
  const names = Object.keys(sessions) as (keyof typeof sessions)[]
  const cells = Object.entries(expectedTable).flatMap(([path, row]) =>
    names.map((name, column) => [path, name, row[column] as string] as const),
  )

  it('covers every route in at least 80 cells', () => {
    const covered = new Set(
      Object.keys(expectedTable).map((path) => routeOf(locationAt(path).pathname) ?? appRoutes.notFound),
    )
    expect(Object.values(appRoutes).filter((route) => !covered.has(route))).toEqual([])
    expect(cells.length).toBeGreaterThanOrEqual(80)
  })

  it.each(cells)(
    '%s with %s: %s, without a redirect loop',
    {
      tags: [
        'access.start',
        'access.guest',
        'access.member',
        'access.public',
        'access.location',
        'access.noRole',
        'access.unauth',
        'after.destination',
        'access.guestRefused',
        'access.private',
      ],
    },
    async (path, name, cell) => {
      const who = await sessions[name]()
      expect(decideFor(path, who)).toEqual(expected(cell, path, who))
      const seen: string[] = []
      let here = path
      let state: unknown
      for (;;) {
        expect(seen, `${seen.join(' → ')} → ${here}`).not.toContain(here)
        seen.push(here)
        const decision = decideFor(here, who, state)
        if (decision.kind !== 'redirect') {
          expect(decision).toEqual({ kind: 'enter' })
          return
        }
        here = decision.to
        state = decision.state
      }
    },
  )

  it.each(Object.keys(expectedTable))('%s waits for the auth state before it renders', (path) => {
    const open = ['/unauth', '/no/such/page'].includes(path)
    expect(decideFor(path, { kind: 'undecided' })).toEqual({ kind: open ? 'enter' : 'wait' })
    expect(decideFor(path, { kind: 'failed' })).toEqual({ kind: open ? 'enter' : 'fail' })
  })
})

describe('the destination after sign-in', { tags: 'signIn.destination' }, () => {
  it.each([
    ['/video/harbor-one?t=5#now', 'membership', '/video/harbor-one?t=5#now'],
    ['/support/faqs', 'guest', '/support/faqs'],
    ['/upgrade/102?type=upgrade', 'guest', '/upgrade/102?type=upgrade'],
    ['/', 'membership', '/'],
    ['/signin', 'membership', '/'],
    ['/no/such/page', 'membership', '/'],
    [undefined, 'membership', '/'],
  ] as const)('%s as %s leads to %s', (from, role, to) => {
    expect(destinationAfterSignIn(from, role)).toEqual({ to })
  })

  it.each(['/favourites', '/', undefined, '/profile/payment-cards'])(
    'redirects a guest from %s to the profile with a notice',
    (from) => {
      expect(destinationAfterSignIn(from, 'guest')).toEqual({ to: '/profile', state: { notice: membershipNotActive } })
    },
  )

  it('passes the channel on when it redirects a guest to the profile', () => {
    const from = '/video/harbor-one?t=5#now'
    const state = { notice: membershipNotActive, from }
    expect(destinationAfterSignIn(from, 'guest')).toEqual({ to: '/profile', state })
    expect(destinationAfterSignIn(from, 'guest', false)).toEqual({ to: '/profile', state: { from } })
  })

  it.each([
    ['/signin', undefined, true],
    ['/signin', '/no/such/page', true],
    ['/signin', '/video/harbor-one', false],
    ['/reset-password', undefined, true],
    ['/', undefined, false],
  ])('from %s with %s, the list opens: %s', (pathname, from, opens) => {
    expect(opensListAfterSignIn({ pathname, search: '', hash: '', state: { from } })).toBe(opens)
  })

  it('adds no notice when the membership is unknown', () => {
    expect(destinationAfterSignIn(undefined, 'guest', false)).toEqual({ to: '/profile' })
  })
})

describe('an adversarial URL to return to', () => {
  it('is tested with at least 200 values', () => expect(adversarialInputs.length).toBeGreaterThanOrEqual(200))

  const urlOf = (to: string) => {
    const url = new URL(to, 'https://application.invalid')
    expect(url.origin).toBe('https://application.invalid')
    return url
  }

  it.each(adversarialInputs.map((from) => [JSON.stringify(from), from]))(
    '%s leads to a route of the application, and is rejected or a channel path',
    { tags: 'signIn.destination' },
    (_, from) => {
      for (const role of ['membership', 'guest'] as const) {
        const { to } = destinationAfterSignIn(from, role)
        expect(to).toMatch(/^\/(?![/\\])/)
        expect(routeOf(urlOf(to).pathname)).toBeDefined()
      }
      const channel = channelPathOf(from)
      if (channel === undefined) return
      expect(channel).toMatch(/^\/video\//)
      expect(routeOf(urlOf(channel).pathname)).toBe(appRoutes.video)
    },
  )
})

it('ignores a guest notice in the history state of a member', () => {
  expect(noticeOf({ notice: membershipNotActive }, 'guest')).toBe(membershipNotActive)
  expect(noticeOf({ notice: membershipNotActive }, 'membership')).toBeUndefined()
  expect(noticeOf({ notice: 'Saved.' }, 'membership')).toBe('Saved.')
  expect(noticeOf(null, 'guest')).toBeUndefined()
})

describe('the slug of a channel’s path', () => {
  it.each([
    ['/video/state_one', 'state_one'],
    ['/video/%D0%BD%D0%BE%D0%B2-1/', 'нов-1'],
    ['/video/%d0%bd%d0%be%d0%b2-1', 'нов-1'],
    ['/video/нов-1', 'нов-1'],
    ['/video/%ff', undefined],
    ['/video', undefined],
    ['/profile', undefined],
  ])('is decoded: %s', { tags: 'channels.slugs' }, (path, slug) => {
    expect(channelSlugOf(path)).toBe(slug)
  })
})

it('matches every path like the router', () => {
  const segment = fc.constantFrom(
    '',
    'video',
    'VIDEO',
    'profile',
    'guide',
    'a.b',
    '%2F',
    'a%20b',
    '%',
    '..',
    ':channel',
    '*',
  )
  const pathname = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`)
  const pattern = fc
    .constantFrom(...Object.values(appRoutes).map((route) => route.pattern))
    .filter((one) => one !== '*')
  fc.assert(
    fc.property(pattern, pathname, (one, path) => {
      const match = matchPath(one, path)
      expect(matchPattern(one, path)).toEqual(match ? { value: Object.values(match.params)[0] } : undefined)
    }),
    { numRuns: 2_000 },
  )
})
