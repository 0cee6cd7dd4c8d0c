import { createHash } from 'node:crypto'
import { type OperationId } from '../../openapi/operations.ts'
import { networkOf } from './clientAddress.ts'

/** `unreachable`: the host gave no usable response, so the attempt does not count. */
export type AttemptOutcome = 'granted' | 'refused' | 'unreachable'

export type Attempt =
  | { readonly kind: 'started'; end(outcome: AttemptOutcome): void }
  | { readonly kind: 'tooMany'; readonly retryAfterSeconds: number }

/** The calls that act on an account and are limited. */
export type LimitedCall = keyof typeof rateLimitRules

export interface RateLimits {
  /**
   * Starts an attempt, which counts from now on, or refuses it. Call `end` once with the outcome.
   * @param address the client's IP address
   * @param fields the fields of the parsed body
   */
  start(id: LimitedCall, address: string, fields: Readonly<Record<string, unknown>>): Attempt
}

type Key = 'address' | 'account' | 'pair'
type Limit = { readonly key: Key; readonly max: number; readonly windowMs: number }
type Rule = {
  /** The field that names the account. */
  readonly accountField?: string
  /** Granted attempts count too. */
  readonly countsGranted?: true
  readonly limits: readonly Limit[]
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The field of the session with which a call is sent. It is no field of a body. */
export const bearerField = 'bearer'

/** docs/decisions/rate-limits.md explains the numbers. */
export const rateLimitRules = {
  signIn: {
    accountField: 'username',
    limits: [
      { key: 'pair', max: 10, windowMs: 15 * minute },
      { key: 'account', max: 50, windowMs: hour },
      { key: 'address', max: 100, windowMs: 15 * minute },
    ],
  },
  requestPasswordReset: {
    accountField: 'email_address',
    countsGranted: true,
    limits: [
      { key: 'account', max: 5, windowMs: hour },
      { key: 'address', max: 30, windowMs: hour },
    ],
  },
  requestErasure: {
    accountField: 'email',
    countsGranted: true,
    limits: [
      { key: 'account', max: 5, windowMs: hour },
      { key: 'address', max: 30, windowMs: hour },
    ],
  },
  resetPassword: { accountField: 'login', limits: [{ key: 'address', max: 20, windowMs: hour }] },
  requestDeviceCode: { countsGranted: true, limits: [{ key: 'address', max: 30, windowMs: hour }] },
  approveDevice: {
    accountField: bearerField,
    limits: [
      { key: 'account', max: 5, windowMs: 15 * minute },
      { key: 'address', max: 50, windowMs: hour },
    ],
  },
} as const satisfies Partial<Record<OperationId, Rule>>

export const isLimitedCall = (id: OperationId): id is LimitedCall => Object.hasOwn(rateLimitRules, id)

/** How long a pair of account and address is exempt from the limit of the account after signing in. */
const knownPairMs = 30 * day

/** WordPress allows at most 100 characters in an email address and 60 in a username. */
const maxNameLength = 254

/** The letters that WordPress's `remove_accents` replaces and Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ɑ: 'a', ß: 's', æ: 'ae', œ: 'oe', þ: 'th', '€': 'e', ʼ: '' },
  ...{ ø: 'o', ð: 'd', đ: 'd', ħ: 'h', ı: 'i', ĸ: 'k', ł: 'l', ŋ: 'n', ŧ: 't' },
}

/** One key for all spellings that WordPress takes for the same name: `sanitize_user` and the database remove the rest. */
function accountKeyOf(name: unknown): string {
  if (typeof name !== 'string' || name.length > maxNameLength) return ''
  return name
    .replace(/<(script|style)\b.*?<\/\1>|<[^>]*>|%[\da-f]{2}|&.+?;/gis, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** The times of events by key, for the length of a window and at most `maxKeys` keys. */
function createRecentTimes(windowMs: number, maxKeys: number) {
  /** In the order of the last event of each key. */
  const timesByKey = new Map<string, number[]>()
  const timesOf = (key: string, now: number) => (timesByKey.get(key) ?? []).filter((at) => at > now - windowMs)
  return {
    timesOf,
    add(key: string, at: number) {
      const times = [...timesOf(key, at), at]
      timesByKey.delete(key)
      timesByKey.set(key, times)
      for (const [oldestKey, oldestTimes] of timesByKey) {
        if (timesByKey.size <= maxKeys && (oldestTimes.at(-1) ?? -Infinity) > at - windowMs) break
        timesByKey.delete(oldestKey)
      }
    },
    remove(key: string, at: number) {
      const times = timesByKey.get(key) ?? []
      const index = times.indexOf(at)
      if (index >= 0) times.splice(index, 1)
    },
    clear: (key: string) => void timesByKey.delete(key),
  }
}

/**
 * Limits the attempts to sign in, to reset a password, to delete an account and to sign a device in, in the memory of this instance.
 *
 * An attempt counts from its start, so parallel attempts cannot exceed a limit. In any interval of a limit's window, at
 * most `max` attempts of one key start that the host refuses. The memory is bounded: beyond `maxKeys` keys of a limit,
 * the one that was used least recently is forgotten.
 */
export function createRateLimits({
  now = () => performance.now(),
  maxKeys = 10_000,
}: { now?: () => number; maxKeys?: number } = {}): RateLimits {
  const createCounters = (rule: Rule) => ({
    ...rule,
    limits: rule.limits.map((limit) => ({ ...limit, recent: createRecentTimes(limit.windowMs, maxKeys) })),
  })
  const rules = {
    signIn: createCounters(rateLimitRules.signIn),
    requestPasswordReset: createCounters(rateLimitRules.requestPasswordReset),
    requestErasure: createCounters(rateLimitRules.requestErasure),
    resetPassword: createCounters(rateLimitRules.resetPassword),
    requestDeviceCode: createCounters(rateLimitRules.requestDeviceCode),
    approveDevice: createCounters(rateLimitRules.approveDevice),
  }
  const knownPairs = createRecentTimes(knownPairMs, maxKeys)

  return {
    start(id, address, fields) {
      const rule = rules[id]
      const at = now()
      const network = networkOf(address)
      const account = accountKeyOf(rule.accountField && fields[rule.accountField])
      const keys = {
        address: hashOf(network),
        account: hashOf(account),
        pair: hashOf(`${network} ${account}`),
      }
      const isKnown = knownPairs.timesOf(keys.pair, at).length > 0
      const limits = rule.limits.filter(({ key }) => !(isKnown && key === 'account'))
      const waits = limits.map(({ key, max, windowMs, recent }) => {
        const oldest = recent.timesOf(keys[key], at).at(-max)
        return oldest === undefined ? 0 : oldest + windowMs - at
      })
      const waitMs = Math.max(...waits)
      if (waitMs > 0) return { kind: 'tooMany', retryAfterSeconds: Math.ceil(waitMs / 1000) }

      for (const { key, recent } of limits) recent.add(keys[key], at)
      return {
        kind: 'started',
        end(outcome) {
          if (outcome === 'refused' || (outcome === 'granted' && rule.countsGranted)) return
          for (const { key, recent } of limits) recent.remove(keys[key], at)
          if (id !== 'signIn' || outcome !== 'granted') return
          for (const { key, recent } of limits) if (key === 'pair') recent.clear(keys.pair)
          knownPairs.add(keys.pair, now())
        },
      }
    },
  }
}
