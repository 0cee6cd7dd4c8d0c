import { type SnapshotFrom } from 'xstate'
import { type sessionMachine } from '../../machines/session.ts'
import { type Role } from '../../machines/session.types.ts'
import {
  parseLocationState,
  paths,
  appRoutes,
  matchPattern,
  type Access,
  type LocationState,
  type AppRoute,
} from './paths.ts'

/**
 * The session as the access rules see it. `role` is null without a known role, which counts as signed out.
 * `isRoleConfirmed` is false if the host was unreachable when the role was read.
 */
export type AuthState =
  | { kind: 'undecided' }
  | { kind: 'failed' }
  | { kind: 'signedOut' }
  | { kind: 'signedIn'; role: Role | null; isRoleConfirmed: boolean }

/** Returns the auth state of a session snapshot. */
export function authStateOf(snapshot: SnapshotFrom<typeof sessionMachine>): AuthState {
  if (snapshot.matches('signedIn'))
    return { kind: 'signedIn', role: snapshot.context.role, isRoleConfirmed: !snapshot.hasTag('unreachable') }
  if (snapshot.hasTag('failed')) return { kind: 'failed' }
  return snapshot.hasTag('undecided') ? { kind: 'undecided' } : { kind: 'signedOut' }
}

export type AppLocation = { pathname: string; search: string; hash: string; state?: unknown }

export type AccessDecision =
  | { kind: 'enter' }
  | { kind: 'wait' }
  | { kind: 'fail' }
  | { kind: 'redirect'; to: string; state?: LocationState }

/** The notice for a guest who opened a page for members. */
export const membershipNotActive = 'Membership is not active. Please activate a plan.'

/** Returns the notice of a redirect; undefined without one, or if the user has become a member since. */
export function noticeOf(state: unknown, role: Role): string | undefined {
  const { notice } = parseLocationState(state)
  return notice === membershipNotActive && role === 'membership' ? undefined : notice
}

/** Returns the route of a pathname; undefined for an unknown path. */
export function routeOf(pathname: string): AppRoute | undefined {
  const found = Object.values(appRoutes).filter(({ pattern }) => pattern !== '*' && matchPattern(pattern, pathname))
  return found.find(({ pattern }) => !pattern.includes(':')) ?? found[0]
}

const isAllowed = (access: Access, role: Role) =>
  access === 'login' || access === 'any' || (access === 'membership' && role === 'membership')

/**
 * Where to go after sign-in: the page that was requested, if the role may enter it, else the home page of the role, for
 * a guest with a notice and the requested channel. `from` comes from the history entry and is not trusted.
 */
export function destinationAfterSignIn(
  from: unknown,
  role: Role,
  isRoleConfirmed = true,
): { to: string; state?: LocationState } {
  const wantedUrl = sameOriginUrl(from)
  const target = wantedUrl && routeOf(wantedUrl.pathname)
  if (wantedUrl && target && isAllowed(target.access, role))
    return { to: wantedUrl.pathname + wantedUrl.search + wantedUrl.hash }
  if (role === 'membership') return { to: paths.home() }
  const channel = channelPathOf(from)
  const state = {
    ...(isRoleConfirmed && { notice: membershipNotActive }),
    ...(channel !== undefined && { from: channel }),
  }
  return Object.keys(state).length > 0 ? { to: paths.profile(), state } : { to: paths.profile() }
}

/** Whether a member who signs in at a location gets the list of channels. */
export const opensListAfterSignIn = ({ pathname, state }: AppLocation): boolean =>
  routeOf(pathname)?.access === 'public' &&
  destinationAfterSignIn(parseLocationState(state).from, 'membership').to === paths.home()

/** The path of a channel's screen; undefined when `from` is anything else. */
export function channelPathOf(from: unknown): string | undefined {
  const wantedUrl = sameOriginUrl(from)
  return wantedUrl && routeOf(wantedUrl.pathname) === appRoutes.video
    ? wantedUrl.pathname + wantedUrl.search + wantedUrl.hash
    : undefined
}

/** The slug of the channel whose screen is at this path, decoded; undefined for any other path. */
export function channelSlugOf(pathname: string): string | undefined {
  const slug = matchPattern(appRoutes.video.pattern, pathname)?.value
  try {
    return slug && decodeURIComponent(slug)
  } catch {
    return undefined
  }
}

const base = 'https://application.invalid'

/** `from` as a URL of this application; undefined when a browser could resolve it to another origin. */
function sameOriginUrl(from: unknown) {
  // Browsers remove tabs and line breaks and treat a backslash as a slash.
  if (typeof from !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(from)) return undefined
  if (!URL.canParse(from, base)) return undefined
  const url = new URL(from, base)
  // Resolving dot segments can produce a protocol-relative URL: '/a/..//b' becomes '//b'.
  return url.origin === base && !url.pathname.startsWith('//') ? url : undefined
}

/**
 * The access rules: the decision for an auth state at a location. Pure; the router applies it.
 */
export function decideAccess(access: Access, authState: AuthState, location: AppLocation): AccessDecision {
  if (access === 'any') return { kind: 'enter' }
  if (authState.kind === 'undecided') return { kind: 'wait' }
  if (authState.kind === 'failed') return { kind: 'fail' }
  const here = location.pathname + location.search + location.hash
  const role = authState.kind === 'signedIn' ? authState.role : null

  if (authState.kind === 'signedOut' || role === null)
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
      return { kind: 'redirect', ...destinationAfterSignIn(state?.from, role, authState.isRoleConfirmed) }
    }
  }
}
