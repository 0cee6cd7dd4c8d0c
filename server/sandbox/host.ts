import { type Context } from 'hono'
import { type Records } from './records.ts'
import { type Account, type Session } from './tables.ts'
import { type WpRefusal } from './wordpress.ts'

export interface Host {
  readonly records: Records
  readonly now: () => Date
  /** The origin for URLs in the response to this request. */
  readonly originOf: (context: Context) => string
  /** The origin of the application that sent this request, for links in emails. */
  readonly applicationOriginOf: (context: Context) => string
  /** Whether a fault takes this channel off the air. */
  readonly isOffAir: (slug: string) => boolean
  readonly tokenSeconds: (remember: boolean) => number
}

export interface Caller {
  readonly account: Account
  readonly session: Session
}

export interface CallerEnv {
  Variables: { caller: Caller }
}

/** Thrown by a call that refuses a request; becomes the response. */
export class WpRefusalError extends Error {
  override readonly name = 'WpRefusalError'
  readonly refusal: WpRefusal
  constructor(refusal: WpRefusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}
