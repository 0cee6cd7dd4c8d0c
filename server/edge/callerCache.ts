import { createHash } from 'node:crypto'
import { sessionCodes } from '../../openapi/codes.ts'

/** Who stands behind a bearer, by the host's own word. */
export type CallerIdentity =
  { kind: 'known'; id: number } | { kind: 'refused' } | { kind: 'unreachable'; status: 502 | 504 }

export interface CallerCache {
  /** Asks the host who this is, or remembers an answer of the last minute. */
  identify(token: string): Promise<CallerIdentity>
  /** Takes in an answer to `me` that passed by for a browser, which saves asking the same again. */
  record(token: string, status: number, body: unknown): void
  forget(token: string): void
}

export interface CallerCacheOptions {
  /** The host's `me` with this bearer. */
  me(token: string): Promise<Response>
  now?: () => number
  /** For how long an answer is believed, in ms. */
  maxAgeMs?: number
  /** How many bearers are remembered at most. */
  maxEntries?: number
}

/** The id of a user record, from a number or a string under `ID` or `id`. */
export function idOf(record: unknown): number | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const fields = record as Record<string, unknown>
  const id = Number(fields['ID'] ?? fields['id'])
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Tokens themselves are never kept: what is remembered goes by their hash. */
const keyOf = (token: string) => createHash('sha256').update(token).digest('base64')

/** Codes by which the host says that a session is over, whatever the status that comes with them. */
const sessionOverCodes = new Set<string>([...sessionCodes, 'rest_forbidden'])

export function createCallerCache({
  me,
  now = Date.now,
  maxAgeMs: believedFor = 60_000,
  maxEntries: atMost = 10_000,
}: CallerCacheOptions): CallerCache {
  const known = new Map<string, { id: number; until: number }>()
  const pending = new Map<string, Promise<CallerIdentity>>()

  function remember(key: string, id: number) {
    known.delete(key)
    known.set(key, { id, until: now() + believedFor })
    const oldest = known.keys().next().value
    if (known.size > atMost && oldest !== undefined) known.delete(oldest)
  }

  async function ask(key: string, token: string): Promise<CallerIdentity> {
    const answer = await me(token)
    const body: unknown = await answer.json().catch(() => undefined)
    const id = answer.ok ? idOf(body) : undefined
    if (id !== undefined) {
      remember(key, id)
      return { kind: 'known', id }
    }
    const code = typeof body === 'object' && body !== null ? String((body as Record<string, unknown>)['code']) : ''
    const answered = (answer.ok && body !== undefined) || answer.status === 401 || answer.status === 403
    if (answered || sessionOverCodes.has(code)) return { kind: 'refused' }
    return { kind: 'unreachable', status: answer.status === 504 ? 504 : 502 }
  }

  return {
    identify(token) {
      const key = keyOf(token)
      const found = known.get(key)
      if (found !== undefined && found.until > now()) return Promise.resolve({ kind: 'known', id: found.id })
      const running = pending.get(key)
      if (running !== undefined) return running
      const lookup = ask(key, token)
        .catch((): CallerIdentity => ({ kind: 'unreachable', status: 502 }))
        .finally(() => pending.delete(key))
      pending.set(key, lookup)
      return lookup
    },
    record(token, status, body) {
      const id = status >= 200 && status < 300 ? idOf(body) : undefined
      if (id !== undefined) remember(keyOf(token), id)
      else if (status === 401 || status === 403) known.delete(keyOf(token))
    },
    forget: (token) => void known.delete(keyOf(token)),
  }
}
