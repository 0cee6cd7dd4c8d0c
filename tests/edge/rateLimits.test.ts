/** The limits on attempts to sign in and to reset a password, with a clock that the tests set. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimits, rateLimitRules, type Attempt, type AttemptOutcome } from '../../server/edge/rateLimits.ts'

const minute = 60_000
const home = '192.0.2.7'

/** Limits with a clock. `attempt` starts an attempt and ends it; it returns whether the host was called. */
function createLimits(maxKeys?: number) {
  let now = 1_000_000
  const limits = createRateLimits({ now: () => now, ...(maxKeys && { maxKeys }) })
  const start = (username: unknown, address = home) => limits.start('signIn', address, { username })
  const attempt = (username: string, outcome: AttemptOutcome, address = home) => {
    const started = start(username, address)
    if (started.kind === 'started') started.end(outcome)
    return started.kind === 'started'
  }
  return {
    limits,
    start,
    attempt,
    /** How many of `count` wrong passwords reach the host. */
    guess: (username: string, count: number, address = home) =>
      Array.from({ length: count }, () => attempt(username, 'refused', address)).filter(Boolean).length,
    wait: (ms: number) => (now += ms),
  }
}
const addressOf = (index: number) => `198.51.${index >> 8}.${index & 255}`
const secondsOf = (attempt: Attempt) => (attempt.kind === 'tooMany' ? attempt.retryAfterSeconds : 0)

describe('signing in', () => {
  test('from one address, ten wrong passwords of an account reach the host in 15 minutes', () => {
    const { guess, attempt, start, wait } = createLimits()
    expect(guess('member', 119)).toBe(10)
    expect(attempt('member', 'granted')).toBe(false)
    expect(secondsOf(start('member'))).toBe(15 * 60)
    wait(15 * minute - 1)
    expect(secondsOf(start('member'))).toBe(1)
    wait(1)
    expect(attempt('member', 'granted')).toBe(true)
  })

  test('attempts count when they start, so parallel ones cannot exceed the limit', () => {
    const { start } = createLimits()
    const started = Array.from({ length: 1_000 }, () => start('member')).filter(({ kind }) => kind === 'started')
    expect(started).toHaveLength(10)
  })

  test('the right password clears the failures of this address', () => {
    const { guess, attempt } = createLimits()
    expect(guess('member', 9)).toBe(9)
    expect(attempt('member', 'granted')).toBe(true)
    expect(guess('member', 20)).toBe(10)
  })

  test('an attempt that the host did not respond to does not count', () => {
    const { guess, attempt } = createLimits()
    for (let index = 0; index < 200; index += 1) expect(attempt('member', 'unreachable')).toBe(true)
    expect(guess('member', 20)).toBe(10)
  })

  test('from any number of addresses, fifty wrong passwords of an account reach the host in an hour', () => {
    const { guess, wait } = createLimits()
    const guessFromEverywhere = () =>
      Array.from({ length: 300 }, (_, index) => guess('member', 3, addressOf(index))).reduce((sum, each) => sum + each)
    expect(guessFromEverywhere()).toBe(50)
    wait(59 * minute)
    expect(guessFromEverywhere()).toBe(0)
    wait(minute)
    expect(guessFromEverywhere()).toBe(50)
  })

  test('failures elsewhere do not lock out who has signed in from this address before', () => {
    const { guess, attempt } = createLimits()
    expect(attempt('member', 'granted')).toBe(true)
    for (let index = 0; index < 50; index += 1) guess('member', 10, addressOf(index))
    expect(attempt('member', 'granted', '203.0.113.9')).toBe(false)
    expect(attempt('member', 'granted')).toBe(true)
    expect(guess('member', 20)).toBe(10)
  })

  test('from one address, a hundred wrong passwords reach the host in 15 minutes, and own sign-ins do not reset it', () => {
    const { attempt } = createLimits()
    let guesses = 0
    for (let index = 0; index < 300; index += 1) {
      if (attempt(`user${index}`, 'refused')) guesses += 1
      attempt('attacker', 'granted')
    }
    expect(guesses).toBe(100)
  })

  test('an IPv6 client has one limit for its /64 network', () => {
    const { attempt } = createLimits()
    const started = Array.from({ length: 50 }, (_, index) => attempt('member', 'refused', `2001:db8::${index + 1}`))
    expect(started.filter(Boolean)).toHaveLength(10)
    expect(attempt('member', 'refused', '2001:db8:0:1::1')).toBe(true)
  })

  test.each(['Member', ' member ', 'm<b>ember', 'mem%aaber', 'mem&x;ber', 'mémber', '<script>x</script>member'])(
    'the spelling "%s" is the account that WordPress finds',
    (spelling) => {
      const { guess, attempt } = createLimits()
      guess('member', 10)
      expect(attempt(spelling, 'refused')).toBe(false)
      expect(attempt('other', 'refused')).toBe(true)
    },
  )

  test('letters that WordPress replaces count as their replacement', () => {
    const { guess, attempt } = createLimits()
    guess('lodhitknn-saeoethea', 10)
    expect(attempt('łøđħıŧĸŋŉ-ßæœþ€ɑ', 'refused')).toBe(false)
    expect(attempt('ŁØÐĦıŦĸŊŉ-ßÆŒÞ€Ɑ', 'refused')).toBe(false)
  })

  test('names that no account has share one limit', () => {
    const { start } = createLimits()
    const names = [undefined, 7, ...Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(300, '<i>'))]
    expect(names.map((name) => start(name)).filter(({ kind }) => kind === 'started')).toHaveLength(10)
  })

  test('beyond the bound of memory, the key that was used least recently is forgotten', () => {
    const { guess, attempt } = createLimits(3)
    guess('first', 9)
    guess('second', 10)
    guess('first', 1)
    for (const name of ['third', 'fourth']) attempt(name, 'refused')
    expect(attempt('first', 'refused')).toBe(false)
    expect(attempt('second', 'refused')).toBe(true)
  })
})

describe('resetting a password', () => {
  test('an account gets five emails in an hour from any number of addresses, granted or not', () => {
    const { limits } = createLimits()
    const started = Array.from({ length: 40 }, (_, index) => {
      const attempt = limits.start('requestPasswordReset', addressOf(index), { email_address: 'Member' })
      if (attempt.kind === 'started') attempt.end(index % 2 === 0 ? 'granted' : 'refused')
      return attempt.kind
    })
    expect(started.filter((kind) => kind === 'started')).toHaveLength(5)
  })

  test('an address asks for thirty emails in an hour', () => {
    const { limits } = createLimits()
    const started = Array.from({ length: 60 }, (_, index) =>
      limits.start('requestPasswordReset', home, { email_address: `user${index}` }),
    )
    expect(started.filter(({ kind }) => kind === 'started')).toHaveLength(30)
  })

  test('an address tries twenty keys in an hour, and valid links do not count', () => {
    const { limits } = createLimits()
    const tryKey = (outcome: AttemptOutcome) => {
      const attempt = limits.start('resetPassword', home, { key: 'k', login: 'member' })
      if (attempt.kind === 'started') attempt.end(outcome)
      return attempt.kind === 'started'
    }
    for (let index = 0; index < 50; index += 1) expect(tryKey('granted')).toBe(true)
    expect(Array.from({ length: 60 }, () => tryKey('refused')).filter(Boolean)).toHaveLength(20)
  })
})

test('no interleaving of attempts, outcomes and pauses exceeds a limit in any window', () => {
  const [pairLimit, accountLimit, addressLimit] = rateLimitRules.signIn.limits
  const step = fc.oneof(
    fc.record({ kind: fc.constant('start'), name: fc.nat(2), from: fc.nat(7), times: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constant('end'), which: fc.nat(), outcome: fc.constantFrom('refused', 'unreachable') }),
    fc.record({ kind: fc.constant('wait'), ms: fc.nat(20 * minute) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      let now = 0
      const limits = createRateLimits({ now: () => now })
      const log: { at: number; name: string; from: string; attempt: Extract<Attempt, { kind: 'started' }> }[] = []
      const open: typeof log = []
      for (const each of steps) {
        if (each.kind === 'wait' && 'ms' in each) now += each.ms
        else if (each.kind === 'start' && 'name' in each) {
          for (let time = 0; time < each.times; time += 1) {
            const [name, from] = [`user${each.name}`, addressOf(each.from)]
            const attempt = limits.start('signIn', from, { username: name })
            if (attempt.kind !== 'started') continue
            const entry = { at: now, name, from, attempt }
            log.push(entry)
            open.push(entry)
          }
        } else if ('which' in each) {
          const [entry] = open.splice(each.which % Math.max(1, open.length), 1)
          if (entry === undefined) continue
          entry.attempt.end(each.outcome === 'refused' ? 'refused' : 'unreachable')
          if (each.outcome === 'unreachable') log.splice(log.indexOf(entry), 1)
        }
      }
      // Every window that ends with an attempt holds at most the limit of each key.
      for (const { at, name, from } of log) {
        const inWindow = (windowMs: number) => log.filter((other) => other.at <= at && other.at > at - windowMs)
        const ofPair = inWindow(pairLimit.windowMs).filter((other) => other.name === name && other.from === from)
        const ofAccount = inWindow(accountLimit.windowMs).filter((other) => other.name === name)
        const ofAddress = inWindow(addressLimit.windowMs).filter((other) => other.from === from)
        expect(ofPair.length).toBeLessThanOrEqual(pairLimit.max)
        expect(ofAccount.length).toBeLessThanOrEqual(accountLimit.max)
        expect(ofAddress.length).toBeLessThanOrEqual(addressLimit.max)
      }
    }),
  )
})
