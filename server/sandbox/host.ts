import { type Context } from 'hono'
import { type Records } from './records.ts'
import { type Account, type Session } from './tables.ts'
import { type WpRefusal } from './wordpress.ts'

/** What the host's calls are given to work with. */
export interface Host {
  readonly records: Records
  readonly now: () => Date
  /** The origin under which a browser reaches what this request's answer points to. */
  readonly originOf: (context: Context) => string
  /** The origin at which the person who asks has the application open: where a letter's link must lead. */
  readonly applicationOriginOf: (context: Context) => string
  /** Whether somebody took this channel off the air by hand. */
  readonly isOffAir: (slug: string) => boolean
  /** For how long an access token works, in seconds. */
  readonly tokenSeconds: (remember: boolean) => number
}

/** Who asks, and by which of their sessions. */
export interface Caller {
  readonly account: Account
  readonly session: Session
}

/** What a call behind a session finds in its context. */
export interface CallerEnv {
  Variables: { caller: Caller }
}

/** Thrown by a call that refuses; becomes the answer. */
export class WpRefusalError extends Error {
  override readonly name = 'WpRefusalError'
  readonly refusal: WpRefusal
  constructor(refusal: WpRefusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}
