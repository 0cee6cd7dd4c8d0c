import { createHash } from 'node:crypto'
import { sessionCodes } from '../../openapi/codes.ts'

/** The account of a bearer token, as the host identifies it. */
export type CallerIdentity =
  | { kind: 'known'; id: number }
  | { kind: 'refused' }
  | { kind: 'unreachable'; status: 502 | 504 }

export interface CallerCache {
  /** The account of the token, from the cache or from the host. */
  identify(token: string): Promise<CallerIdentity>
  /** Caches the result of a `me` call that the edge forwarded for a browser. */
  record(token: string, status: number, body: unknown): void
  remove(token: string): void
  /** Removes every token of this token's account. */
  removeAccountOf(token: string): void
}

export interface CallerCacheOptions {
  /** Calls `me` with a token. The body is parsed JSON, or undefined. */
  me: (token: string) => Promise<{ status: number; body: unknown }>
  /** A clock in ms that does not jump. */
  now?: () => number
  maxAgeMs?: number
  maxEntries?: number
}

/** The id of a user record, from a number or a string under `ID` or `id`. */
export function idOf(record: unknown): number | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const fields = record as Record<string, unknown>
  const id = Number(fields['ID'] ?? fields['id'])
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The cache stores hashes, not tokens. */
const keyOf = (token: string) => createHash('sha256').update(token).digest('base64')

/** Codes that mean the session has ended, with any status. */
const sessionOverCodes = new Set<string>([...sessionCodes, 'rest_forbidden'])

export function createCallerCache({
  me,
  now = () => performance.now(),
  maxAgeMs = 60_000,
  maxEntries = 10_000,
}: CallerCacheOptions): CallerCache {
  const known = new Map<string, { id: number; until: number }>()
  const pending = new Map<string, Promise<CallerIdentity>>()

  function store(key: string, id: number) {
    known.delete(key)
    known.set(key, { id, until: now() + maxAgeMs })
    const oldest = known.keys().next().value
    if (known.size > maxEntries && oldest !== undefined) known.delete(oldest)
  }

  async function fetchIdentity(key: string, token: string): Promise<CallerIdentity> {
    const { status, body } = await me(token)
    const isSuccess = status >= 200 && status < 300
    const id = isSuccess ? idOf(body) : undefined
    if (id !== undefined) {
      store(key, id)
      return { kind: 'known', id }
    }
    const { code, message }: { code?: unknown; message?: unknown } = typeof body === 'object' ? { ...body } : {}
    const isRefusal =
      (isSuccess && body !== undefined) || ((status === 401 || status === 403) && typeof message === 'string')
    if (isRefusal || sessionOverCodes.has(String(code))) return { kind: 'refused' }
    return { kind: 'unreachable', status: status === 504 ? 504 : 502 }
  }

  return {
    identify(token) {
      const key = keyOf(token)
      const found = known.get(key)
      if (found !== undefined && found.until > now()) return Promise.resolve({ kind: 'known', id: found.id })
      const running = pending.get(key)
      if (running !== undefined) return running
      const lookup = fetchIdentity(key, token)
        .catch((): CallerIdentity => ({ kind: 'unreachable', status: 502 }))
        .finally(() => pending.delete(key))
      pending.set(key, lookup)
      return lookup
    },
    record(token, status, body) {
      const id = status >= 200 && status < 300 ? idOf(body) : undefined
      if (id !== undefined) store(keyOf(token), id)
      else if (status === 401 || status === 403) known.delete(keyOf(token))
    },
    remove: (token) => void known.delete(keyOf(token)),
    removeAccountOf(token) {
      const found = known.get(keyOf(token))
      for (const [key, { id }] of known) if (id === found?.id) known.delete(key)
    },
  }
}
