import { waitFor } from 'xstate'
import { authStateOf, decideAccess, routeOf, type AppLocation } from './accessRules.ts'
import { type PageHistory } from './pageHistory.ts'
import { appRoutes, isForgotPasswordLocation } from './paths.ts'
import { resetLinkRedirect } from './resetLink.ts'
import { type Root } from './root.tsx'

/**
 * The pages that the server renders for visitors without a session. `signInToWatch` is the sign-in page with room for the
 * name of the requested channel.
 */
export type PrerenderedPage = 'signIn' | 'signInToWatch' | 'forgetPassword' | 'resetPassword'

/**
 * The prerendered page of a visitor without a session. Protected paths show the sign-in page. Undefined for every other
 * path: its page is not prerendered.
 */
export function prerenderedPageAt(location: AppLocation): PrerenderedPage | undefined {
  const route = routeOf(location.pathname)
  if (route === undefined || route.access === 'any') return undefined
  if (route === appRoutes.resetPassword) return 'resetPassword'
  if (route === appRoutes.signIn || route === appRoutes.forgetPassword)
    return isForgotPasswordLocation(location) ? 'forgetPassword' : 'signIn'
  if (route === appRoutes.video) return 'signInToWatch'
  return route.access === 'public' ? undefined : 'signIn'
}

/**
 * Waits until the session has decided and follows the redirects of the location, so that the first render equals the
 * prerendered page. Resolves with the location that it shows; undefined if it shows another one: then the page must not
 * be hydrated.
 */
export async function preparePrerenderedPage(
  { session, storage }: Pick<Root, 'session' | 'storage'>,
  page: string,
  history: PageHistory,
): Promise<AppLocation | undefined> {
  // A check of the session would take a request.
  if (storage.hasTokens()) return undefined
  const authState = authStateOf(await waitFor(session, (snapshot) => !snapshot.hasTag('undecided')))
  const requested = history.location()
  const access = routeOf(requested.pathname)?.access ?? 'any'
  const decision = decideAccess(access, authState, requested)
  const redirect = decision.kind === 'redirect' ? decision : resetLinkRedirect(requested)
  if (redirect) history.replace(redirect.to, redirect.state)
  const location = history.location()
  const shown = page === 'signInToWatch' ? 'signIn' : page
  return authState.kind === 'signedOut' && prerenderedPageAt(location) === shown ? location : undefined
}
