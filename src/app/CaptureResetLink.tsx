import { Navigate, Outlet, useLocation, type Location } from 'react-router-dom'
import { resetLinkRedirect } from './resetLink.ts'

/**
 * Moves the parameters of a reset link from the URL to the history entry before the page renders or sends a request:
 * URLs are visible, stored in the history and sent as referrers. A reload still works.
 */
export function CaptureResetLink() {
  const location: Location<unknown> = useLocation()
  const redirect = resetLinkRedirect(location)
  return redirect ? <Navigate to={redirect.to} state={redirect.state} replace /> : <Outlet />
}
