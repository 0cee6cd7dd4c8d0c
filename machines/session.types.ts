/** The types of `session` that other machines use: user, role, input and events. */

/** `membership`: the user has an active membership. `guest`: the user is signed in without one. */
export type Role = 'guest' | 'membership'

/** The user as the host names them. */
export type User = { ID: number; display_name: string; user_email: string }

/** The stored user and role of the last visit. */
export type SessionInput = { user: User | undefined; role: Role | undefined }

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
