import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
import { sessionMachine, type CheckAnswer, type User } from '../../machines/session.ts'
import {
  channelOf,
  decide,
  noticeOf,
  notActive,
  placeOf,
  returnTo,
  standingOf,
  type Standing,
  type Verdict,
} from '../../src/app/access.ts'
import { places } from '../../src/app/paths.ts'
import { hostile } from './hostile.ts'

const user: User = { ID: 2, display_name: 'Mara', user_email: 'member@statecast.test' }

/** The session machine itself says what a guard knows, so that the columns can't drift from it. */
async function standing(answer: CheckAnswer, stored: User | undefined = undefined) {
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        checkSession: fromPromise(async () => answer),
        forgetSession: fromPromise(async () => undefined),
        watchWindow: fromCallback(() => undefined),
      },
    }),
    { input: { user: stored, role: stored && 'membership' } },
  ).start()
  const settled = await waitFor(actor, (snapshot) => snapshot.matches('signedIn') || snapshot.matches('signedOut'))
  actor.stop()
  return standingOf(settled)
}

const sessions = {
  'no session': () => standing({ kind: 'absent' }),
  guest: () => standing({ kind: 'granted', user, role: 'guest' }),
  membership: () => standing({ kind: 'granted', user, role: 'membership' }),
  'null role': async (): Promise<Standing> => ({ kind: 'somebody', role: null, proven: true }),
  'expired token': () => standing({ kind: 'refused' }, user),
} as const

const S = 'signin' // to the sign-in page, keeping the wanted location
const U = 'unauth' // to /unauth, keeping the wanted location
const IN = 'enter'

/** route → [no session, guest, membership, null role, expired token], written out. */
const table: Record<string, [string, string, string, string, string]> = {
  '/': [S, '/profile', IN, S, S],
  '/favourites': [S, U, IN, S, S],
  '/video/harbor-one': [S, U, IN, S, S],
  '/support': [S, IN, IN, S, S],
  '/support/faqs': [S, IN, IN, S, S],
  '/support/form': [S, IN, IN, S, S],
  '/support/bugs': [S, IN, IN, S, S],
  '/upgrade/102?type=upgrade': [S, IN, IN, S, S],
  '/profile': [S, IN, IN, S, S],
  '/profile/edit': [S, IN, IN, S, S],
  '/profile/packages': [S, IN, IN, S, S],
  '/profile/transcation-history': [S, U, IN, S, S],
  '/profile/transcation-history/7': [S, U, IN, S, S],
  '/profile/view-profile': [S, IN, IN, S, S],
  '/profile/all-sessions': [S, IN, IN, S, S],
  '/profile/payment-cards': [S, U, IN, S, S],
  '/subscribe/102': [S, IN, IN, S, S],
  '/subscribe/success/': [S, IN, IN, S, S],
  '/signin': [IN, '/profile', '/', IN, IN],
  '/forget/password': [IN, '/profile', '/', IN, IN],
  '/reset-password?key=k&login=l': [IN, '/profile', '/', IN, IN],
  '/unauth': [IN, IN, IN, IN, IN],
  '/no/such/page': [IN, IN, IN, IN, IN],
}

const at = (address: string, state?: unknown) => {
  const { pathname, search, hash } = new URL(address, 'https://application.invalid')
  return { pathname, search, hash, state }
}
const ask = (address: string, who: Standing, state?: unknown): Verdict => {
  const location = at(address, state)
  return decide((placeOf(location.pathname) ?? places.notFound).access, who, location)
}
const expected = (cell: string, address: string, who: Standing): Verdict => {
  if (cell === IN) return { kind: 'enter' }
  if (cell === S) return { kind: 'redirect', to: '/signin', state: { from: address } }
  if (cell === U) return { kind: 'redirect', to: '/unauth', state: { from: address } }
  const fromPublic = placeOf(at(address).pathname)?.access === 'public'
  const isGuest = who.kind === 'somebody' && who.role === 'guest'
  return { kind: 'redirect', to: cell, ...(fromPublic && isGuest ? { state: { notice: notActive } } : {}) }
}

describe('every route, every session', () => {
  const names = Object.keys(sessions) as (keyof typeof sessions)[]
  const cells = Object.entries(table).flatMap(([address, row]) =>
    names.map((name, column) => [address, name, row[column] as string] as const),
  )

  it('has every place of the application, and at least 80 cells', () => {
    const covered = new Set(Object.keys(table).map((address) => placeOf(at(address).pathname) ?? places.notFound))
    expect(Object.values(places).filter((place) => !covered.has(place))).toEqual([])
    expect(cells.length).toBeGreaterThanOrEqual(80)
  })

  it.each(cells)('%s with %s: %s', async (address, name, cell) => {
    const who = await sessions[name]()
    expect(ask(address, who)).toEqual(expected(cell, address, who))
  })

  it.each(cells)('%s with %s comes to rest without going in a circle', async (address, name) => {
    const who = await sessions[name]()
    const seen: string[] = []
    let here = address
    let state: unknown
    for (;;) {
      expect(seen, `${seen.join(' → ')} → ${here}`).not.toContain(here)
      seen.push(here)
      const verdict = ask(here, who, state)
      if (verdict.kind !== 'redirect') {
        expect(verdict).toEqual({ kind: 'enter' })
        return
      }
      here = verdict.to
      state = verdict.state
    }
  })

  it.each(Object.keys(table))('%s shows nothing of itself before the decision', (address) => {
    const open = ['/unauth', '/no/such/page'].includes(address)
    expect(ask(address, { kind: 'undecided' })).toEqual({ kind: open ? 'enter' : 'wait' })
    expect(ask(address, { kind: 'failed' })).toEqual({ kind: open ? 'enter' : 'fail' })
  })
})

describe('back to where one wanted to go', () => {
  it.each([
    ['/video/harbor-one?t=5#now', 'membership', '/video/harbor-one?t=5#now'],
    ['/support/faqs', 'guest', '/support/faqs'],
    ['/upgrade/102?type=upgrade', 'guest', '/upgrade/102?type=upgrade'],
    ['/', 'membership', '/'],
    ['/signin', 'membership', '/'],
    ['/no/such/page', 'membership', '/'],
    [undefined, 'membership', '/'],
  ] as const)('%s as %s leads to %s', (from, role, to) => {
    expect(returnTo(from, role)).toEqual({ to })
  })

  it.each(['/favourites', '/', undefined, '/profile/payment-cards'])(
    'a guest who wanted %s is told why the profile came',
    (from) => {
      expect(returnTo(from, 'guest')).toEqual({ to: '/profile', state: { notice: notActive } })
    },
  )

  it('a guest who wanted a channel keeps it on the way to a plan', () => {
    const from = '/video/harbor-one?t=5#now'
    expect(returnTo(from, 'guest')).toEqual({ to: '/profile', state: { notice: notActive, from } })
    expect(returnTo(from, 'guest', false)).toEqual({ to: '/profile', state: { from } })
  })

  it('says nothing about a membership that could not be asked for', () => {
    expect(returnTo(undefined, 'guest', false)).toEqual({ to: '/profile' })
  })
})

describe('hostile return addresses', () => {
  it('has at least 200 of them', () => expect(hostile.length).toBeGreaterThanOrEqual(200))

  it.each(hostile.map((from) => [JSON.stringify(from), from]))('%s stays inside', (_, from) => {
    for (const role of ['membership', 'guest'] as const) {
      const { to } = returnTo(from, role)
      expect(to).toMatch(/^\/(?![/\\])/)
      const url = new URL(to, 'https://application.invalid')
      expect(url.origin).toBe('https://application.invalid')
      expect(placeOf(url.pathname)).toBeDefined()
    }
  })

  it.each(hostile.map((from) => [JSON.stringify(from), from]))('%s is no channel, or one of ours', (_, from) => {
    const channel = channelOf(from)
    if (channel === undefined) return
    expect(channel).toMatch(/^\/video\//)
    const url = new URL(channel, 'https://application.invalid')
    expect(url.origin).toBe('https://application.invalid')
    expect(placeOf(url.pathname)).toBe(places.video)
  })
})

it('what a guest was told is not told to a member, whatever the history entry still says', () => {
  expect(noticeOf({ notice: notActive }, 'guest')).toBe(notActive)
  expect(noticeOf({ notice: notActive }, 'membership')).toBeUndefined()
  expect(noticeOf({ notice: 'Saved.' }, 'membership')).toBe('Saved.')
  expect(noticeOf(null, 'guest')).toBeUndefined()
})
