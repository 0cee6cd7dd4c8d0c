import { Navigate, Outlet, useLocation, type Location } from 'react-router-dom'
import { parseLocationState } from './paths.ts'

/**
 * Moves the parameters of a reset link from the URL to the history entry before the page renders or sends a request:
 * URLs are visible, stored in the history and sent as referrers. A reload still works.
 */
export function CaptureResetLink() {
  const location: Location<unknown> = useLocation()
  const { pathname, search, state } = location
  const query = new URLSearchParams(search)
  const [key, login] = [query.get('key'), query.get('login')]
  if (key === null && login === null) return <Outlet />
  const reset = { key: key ?? '', login: login ?? '' }
  return <Navigate to={pathname} state={{ ...parseLocationState(state), reset }} replace />
}
