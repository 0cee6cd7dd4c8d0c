import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'

/** Thrown when a fault cuts the connection. The server destroys the socket; the edge responds with 502. */
export class ConnectionCutError extends Error {
  override readonly name = 'ConnectionCutError'
  constructor() {
    super('The connection was cut')
  }
}

export const CALL_FAULTS = [
  'delay',
  'cut-before',
  'cut-after',
  'status-401',
  'status-429',
  'status-500',
  'html',
  'broken-json',
  'empty',
  'refuse',
  'markup',
] as const
export const STREAM_FAULTS = ['stall', 'off-air'] as const

const METHODS = 'GET|POST|PUT|PATCH|DELETE'
const CALL_PATTERN = new RegExp(
  `^(?:(${METHODS}) (/wp-json/\\S*)|SCRIPT (stripe|paypal)|STREAM ([a-z0-9]+(?:-[a-z0-9]+)*))$`,
)

const integerBetween = (least: number, most: number, what: string) =>
  v.pipe(
    v.number(`${what} must be a number`),
    v.integer(`${what} must be an integer`),
    v.minValue(least, `${what} must be at least ${least}`),
    v.maxValue(most, `${what} must be at most ${most}`),
  )

const fieldValue = v.union(
  [v.string(), v.number(), v.boolean(), v.null()],
  'match takes strings, numbers, booleans or null',
)

/** The message for an unknown field, a missing field, or a value that is not an object. */
function shapeProblem(expected: string | null, key: unknown): string {
  if (typeof key !== 'string') return 'A fault must be an object'
  return expected === 'never' ? `${key} is not a field of faults` : `${key} is required`
}

const faultSchema = v.pipe(
  v.strictObject(
    {
      /** `POST /wp-json/…` (path segments may be `{placeholders}`), `SCRIPT stripe|paypal` or `STREAM {slug}`. */
      call: v.pipe(
        v.string('call is required: "POST /wp-json/…", "SCRIPT stripe" or "STREAM <slug>"'),
        v.regex(CALL_PATTERN, 'call must be "POST /wp-json/…", "SCRIPT stripe", "SCRIPT paypal" or "STREAM <slug>"'),
      ),
      fault: v.optional(
        v.picklist(
          [...CALL_FAULTS, ...STREAM_FAULTS],
          `fault is one of ${[...CALL_FAULTS, ...STREAM_FAULTS].join(', ')}`,
        ),
      ),
      /** The message of the refusal or error, or the markup of `markup`. */
      message: v.optional(v.pipe(v.string('message is a string'), v.maxLength(10_000, 'message is too long'))),
      /**
       * Limits the fault to requests whose body or query has this field (a name), or these values; null means absent.
       */
      match: v.optional(
        v.union(
          [v.pipe(v.string(), v.minLength(1)), v.record(v.string(), fieldValue)],
          'match is the name of a field, or an object of fields and their values',
        ),
      ),
      /** The number of requests that the fault applies to. Without it, the fault applies until it is removed. */
      times: v.optional(integerBetween(1, 1_000_000, 'times')),
      ms: v.optional(integerBetween(0, 600_000, 'ms')),
    },
    (issue) => shapeProblem(issue.expected, issue.path?.at(-1)?.key),
  ),
  v.check(
    (fault) => isStreamCall(fault.call) === isStreamFault(fault.fault),
    'STREAM supports the faults stall and off-air; a call supports the others',
  ),
  v.check((fault) => fault.fault !== undefined || fault.call.startsWith('SCRIPT '), 'fault is required'),
  v.check((fault) => fault.fault !== 'delay' || fault.ms !== undefined, 'delay requires ms'),
)

function isStreamCall(call: string): boolean {
  return call.startsWith('STREAM ')
}

function isStreamFault(fault: string | undefined): boolean {
  return STREAM_FAULTS.some((name) => name === fault)
}

export type Fault = v.InferOutput<typeof faultSchema>

/** The parsed fault, or the problem in one line. */
export function parseFault(input: unknown): { readonly fault: Fault } | { readonly problem: string } {
  const result = v.safeParse(faultSchema, input)
  if (result.success) return { fault: result.output }
  return { problem: result.issues.map((issue) => issue.message).join('; ') }
}

/** A fault that is set. `times` counts down. */
export interface ActiveFault extends Fault {
  readonly id: number
}

type BodyFields = Readonly<Record<string, unknown>>

/** The active faults, oldest first. They are stored in memory, so a restart clears them. */
export interface Faults {
  add(fault: Fault): ActiveFault
  list(): readonly ActiveFault[]
  /** Removes a fault; false when there is none with this id. */
  remove(id: number): boolean
  clear(): void
  /** Creates the wait of a delayed call. It rejects with ConnectionCutError after `clearAndAbort`. */
  createDelay(ms: number): () => Promise<void>
  /** Removes all faults and cuts the delayed calls, so that none of them takes effect. */
  clearAndAbort(): void
  /** The fault for this request, if any; counts down its `times`. `fields` is read only when a fault has `match`. */
  consume(method: string, path: string, fields: () => Promise<BodyFields>): Promise<Fault | undefined>
  consumeScriptFault(name: 'stripe' | 'paypal'): Fault | undefined
  /** The fault of a channel's stream. It stays until it is removed. */
  streamFault(slug: string): 'stall' | 'off-air' | undefined
}

/** `user_forget` and `user_forget/` are two calls; every other path ignores a trailing slash. */
function normalizePath(path: string): string {
  return /\/user_forget\/?$/.test(path) ? path : path.replace(/\/+$/, '')
}

/** Whether a path matches a template such as `/wp-json/mp/v1/members/{id}`. */
export function isPathOf(template: string, path: string): boolean {
  const [plain = ''] = template.split('?', 1)
  const wanted = normalizePath(plain).split('/')
  const given = normalizePath(path).split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (/^\{[^}]+\}$/.test(part) ? given[index] !== '' : part === given[index]))
  )
}

function isMatched(match: Fault['match'], fields: BodyFields): boolean {
  if (match === undefined) return true
  if (typeof match === 'string') return fields[match] !== undefined
  return Object.entries(match).every(([name, value]) => {
    const field = fields[name]
    if (value === null) return field === undefined
    const isScalar = typeof field === 'string' || typeof field === 'number' || typeof field === 'boolean'
    return isScalar && String(field) === String(value)
  })
}

export function createFaults(): Faults {
  let activeFaults: ActiveFault[] = []
  let lastId = 0
  let delays = new AbortController()

  const consumeOnce = (fault: ActiveFault): Fault => {
    if (fault.times === 1) activeFaults = activeFaults.filter((other) => other.id !== fault.id)
    else if (fault.times !== undefined) {
      const counted = { ...fault, times: fault.times - 1 }
      activeFaults = activeFaults.map((other) => (other.id === fault.id ? counted : other))
    }
    return fault
  }

  return {
    add(fault) {
      lastId += 1
      const added = { id: lastId, ...fault }
      activeFaults = [...activeFaults, added]
      return added
    },
    list: () => activeFaults,
    remove(id) {
      const before = activeFaults.length
      activeFaults = activeFaults.filter((fault) => fault.id !== id)
      return activeFaults.length < before
    },
    clear() {
      activeFaults = []
    },
    createDelay(ms) {
      const { signal } = delays
      return async () => {
        await pause(ms, undefined, { signal }).catch(() => undefined)
        if (signal.aborted) throw new ConnectionCutError()
      }
    },
    clearAndAbort() {
      activeFaults = []
      delays.abort()
      delays = new AbortController()
    },
    async consume(method, path, fields) {
      const candidates = activeFaults.filter((fault) => {
        const [, wantedMethod, template] = CALL_PATTERN.exec(fault.call) ?? []
        return wantedMethod === method && template !== undefined && isPathOf(template, path)
      })
      if (candidates.length === 0) return undefined
      const needsFields = candidates.some((fault) => fault.match !== undefined)
      const given = needsFields ? await fields() : {}
      // Another request may have consumed a fault while this body was read.
      const taken = candidates
        .flatMap((fault) => activeFaults.find((other) => other.id === fault.id) ?? [])
        .find((fault) => isMatched(fault.match, given))
      return taken && consumeOnce(taken)
    },
    consumeScriptFault(name) {
      const found = activeFaults.find((fault) => fault.call === `SCRIPT ${name}`)
      return found && consumeOnce(found)
    },
    streamFault(slug) {
      const found = activeFaults.find((fault) => fault.call === `STREAM ${slug}`)
      return found?.fault === 'stall' || found?.fault === 'off-air' ? found.fault : undefined
    },
  }
}
