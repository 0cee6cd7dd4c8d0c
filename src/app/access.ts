import { matchPath } from 'react-router-dom'
import { type SnapshotFrom } from 'xstate'
import { type Role, type sessionMachine } from '../../machines/session.ts'
import { locationState, paths, places, type Access, type LocationState, type Place } from './paths.ts'

/**
 * What a guard knows of the session. `role` is null for nobody; a signed-in session without a role counts as nobody.
 * `proven` is false while the host could not be asked for the role.
 */
export type Standing =
  | { kind: 'undecided' }
  | { kind: 'failed' }
  | { kind: 'nobody' }
  | { kind: 'somebody'; role: Role | null; proven: boolean }

/** The session as a guard sees it. */
export function standingOf(snapshot: SnapshotFrom<typeof sessionMachine>): Standing {
  const { user, role, losses } = snapshot.context
  if (snapshot.matches('signedIn')) return user ? { kind: 'somebody', role, proven: losses === 0 } : { kind: 'nobody' }
  // While a lost start is tried again the failure screen stays: it would only flicker.
  if (snapshot.matches('failed') || (snapshot.matches('opening') && losses > 0 && !user)) return { kind: 'failed' }
  return snapshot.hasTag('undecided') ? { kind: 'undecided' } : { kind: 'nobody' }
}

export type Whereabouts = { pathname: string; search: string; hash: string; state?: unknown }

export type Verdict =
  { kind: 'enter' } | { kind: 'wait' } | { kind: 'fail' } | { kind: 'redirect'; to: string; state?: LocationState }

/** What a guest is told who wanted more than the profile. */
export const notActive = 'Membership is not active. Please activate a plan.'

/** What a screen says that one was led to; undefined also where it is no longer true, for whoever is a member by now. */
export function noticeOf(state: unknown, role: Role): string | undefined {
  const { notice } = locationState(state)
  return notice === notActive && role === 'membership' ? undefined : notice
}

/** The one place that a pathname of this application leads to, or undefined. */
export function placeOf(pathname: string): Place | undefined {
  const found = Object.values(places).filter(({ pattern }) => pattern !== '*' && matchPath(pattern, pathname))
  return found.find(({ pattern }) => !pattern.includes(':')) ?? found[0]
}

const mayEnter = (access: Access, role: Role) =>
  access === 'login' || access === 'any' || (access === 'membership' && role === 'membership')

/**
 * Where somebody goes who has just signed in: to where they wanted to go, if that is a path of this application that
 * the role may enter; else to the home of the role, with a word for a guest, who keeps the channel that was wanted.
 * `from` is what was kept at the redirect to the sign-in page and may be anything.
 */
export function returnTo(from: unknown, role: Role, proven = true): { to: string; state?: LocationState } {
  const wanted = sameOrigin(from)
  const target = wanted && placeOf(wanted.pathname)
  if (wanted && target && mayEnter(target.access, role)) return { to: wanted.pathname + wanted.search + wanted.hash }
  if (role === 'membership') return { to: paths.home() }
  const channel = channelOf(from)
  const state = { ...(proven && { notice: notActive }), ...(channel !== undefined && { from: channel }) }
  return Object.keys(state).length > 0 ? { to: paths.profile(), state } : { to: paths.profile() }
}

/** The path of a channel's screen that `from` leads to, or undefined if it leads anywhere else. `from` may be anything. */
export function channelOf(from: unknown): string | undefined {
  const wanted = sameOrigin(from)
  return wanted && placeOf(wanted.pathname) === places.video ? wanted.pathname + wanted.search + wanted.hash : undefined
}

const base = 'https://application.invalid'

/** `from` as a location of this application, or undefined if a browser could read it as leading anywhere else. */
function sameOrigin(from: unknown) {
  // A browser drops tabs and line ends and reads a backslash as a slash: none of them belongs into a path.
  if (typeof from !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(from)) return undefined
  if (!URL.canParse(from, base)) return undefined
  const url = new URL(from, base)
  // Dots may fold up into a new beginning: '/a/..//b' is '//b' by now.
  return url.origin === base && !url.pathname.startsWith('//') ? url : undefined
}

/**
 * The whole of the access rules: what becomes of somebody of this standing at this location.
 * Pure; the router only carries out what it says.
 */
export function decide(access: Access, standing: Standing, location: Whereabouts): Verdict {
  if (access === 'any') return { kind: 'enter' }
  if (standing.kind === 'undecided') return { kind: 'wait' }
  if (standing.kind === 'failed') return { kind: 'fail' }
  const here = location.pathname + location.search + location.hash
  const role = standing.kind === 'somebody' ? standing.role : null

  if (standing.kind === 'nobody' || role === null)
    return access === 'public' ? { kind: 'enter' } : { kind: 'redirect', to: paths.signIn(), state: { from: here } }

  switch (access) {
    case 'login':
      return { kind: 'enter' }
    case 'membership':
      return role === 'membership' ? { kind: 'enter' } : { kind: 'redirect', to: paths.unauth(), state: { from: here } }
    case 'index':
      return role === 'membership' ? { kind: 'enter' } : { kind: 'redirect', to: paths.profile() }
    case 'public': {
      const state = location.state as { from?: unknown } | null | undefined
      return { kind: 'redirect', ...returnTo(state?.from, role, standing.proven) }
    }
  }
}
