import { Navigate, Outlet, useLocation, type Location } from 'react-router-dom'
import { routeOf, type AppLocation } from './accessRules.ts'
import { appRoutes, parseLocationState } from './paths.ts'

/** The location without the parameters of a reset link, which its state has instead; undefined without parameters. */
export function resetLinkRedirect({ pathname, search, state }: Pick<AppLocation, 'pathname' | 'search' | 'state'>) {
  if (routeOf(pathname) !== appRoutes.resetPassword) return undefined
  const query = new URLSearchParams(search)
  const [key, login] = [query.get('key'), query.get('login')]
  if (key === null && login === null) return undefined
  const reset = { key: key ?? '', login: login ?? '' }
  return { to: pathname, state: { ...parseLocationState(state), reset } }
}

/**
 * Moves the parameters of a reset link from the URL to the history entry before the page renders or sends a request:
 * URLs are visible, stored in the history and sent as referrers. A reload still works.
 */
export function CaptureResetLink() {
  const location: Location<unknown> = useLocation()
  const redirect = resetLinkRedirect(location)
  return redirect ? <Navigate to={redirect.to} state={redirect.state} replace /> : <Outlet />
}
