import { waitFor } from 'xstate'
import { authStateOf, decideAccess, routeOf, type AppLocation } from './accessRules.ts'
import { resetLinkRedirect } from './CaptureResetLink.tsx'
import { type AppRouter } from './routes.tsx'
import { type Root } from './root.tsx'
import { appRoutes, isForgotPasswordLocation } from './paths.ts'

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
 * prerendered page. Resolves with false if it does not: then the page must not be hydrated.
 */
export async function preparePrerenderedPage({ root, router }: { root: Root; router: AppRouter }, page: string) {
  // A check of the session would take a request.
  if (root.storage.hasTokens()) return false
  const authState = authStateOf(await waitFor(root.session, (snapshot) => !snapshot.hasTag('undecided')))
  const { location } = router.state
  const access = routeOf(location.pathname)?.access ?? 'any'
  const decision = decideAccess(access, authState, location)
  const redirect = decision.kind === 'redirect' ? decision : resetLinkRedirect(location)
  if (redirect) await router.navigate(redirect.to, { state: redirect.state ?? null, replace: true })
  const shown = page === 'signInToWatch' ? 'signIn' : page
  return authState.kind === 'signedOut' && prerenderedPageAt(router.state.location) === shown
}
