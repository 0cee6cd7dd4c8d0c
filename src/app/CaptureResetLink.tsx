import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { parseLocationState } from './paths.ts'

/**
 * Takes what a reset link carries out of the address, before anything else of the page is made or asked: an address
 * is shown, kept by the browser and sent on. It stays in the history entry's state, so that a reload works.
 */
export function CaptureResetLink() {
  const { pathname, search, state } = useLocation()
  const query = new URLSearchParams(search)
  const [key, login] = [query.get('key'), query.get('login')]
  if (key === null && login === null) return <Outlet />
  const reset = { key: key ?? '', login: login ?? '' }
  return <Navigate to={pathname} state={{ ...parseLocationState(state), reset }} replace />
}
