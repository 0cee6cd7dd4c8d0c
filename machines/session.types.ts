/** The types of `session`: user, role, input, context, tags and events. */

/** `membership`: the user has an active membership. `guest`: the user is signed in without one. */
export type Role = 'guest' | 'membership'

/** The user, with the field names of the host. */
export type User = { ID: number; display_name: string; user_email: string }

/** The stored user and role of the last visit. */
export type SessionInput = { user: User | undefined; role: Role | undefined }

export type SessionContext = {
  user: User | undefined
  role: Role
  /** Shown on the sign-in page: why the application signed the user out. */
  message: string | undefined
  /** The number of consecutive failed checks. It determines the pause before the next one. */
  failures: number
}

/** `undecided`: show nothing yet. `failed`: show the failure screen. `rechecking`: a check is due or running, so the role may change. */
export type SessionTag = 'undecided' | 'failed' | 'unreachable' | 'rechecking'

export type SessionEvent =
  | { type: 'session.start'; user: User }
  | { type: 'session.leave'; message: string | undefined }
  /** The user presses Try again. */
  | { type: 'session.retry' }
  /** A call was refused, the stored tokens are gone, or the membership has changed. */
  | { type: 'session.recheck' }
  | { type: 'user.edited'; user: User }
  | { type: 'window.focused' }
  | { type: 'network.returned' }
  | { type: 'tab.signedIn'; user: User | undefined }
  | { type: 'tab.signedOut' }
