import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router-dom'
import { RouteError, RouteErrorPage } from '../screens/failure/ErrorPages.tsx'
import { EndOfSkeleton } from './EndOfSkeleton.tsx'
import { forgetFailures } from './lazyScreen.ts'

/**
 * Recovers from code that could not be loaded: it is loaded again when its page is opened again, and the failed page is
 * opened again when the browser is online again.
 */
function useLoadAgain(): void {
  const location: Location<unknown> = useLocation()
  const navigate = useNavigate()
  const onOnline = useEffectEvent(() => void navigate(location, { replace: true, state: location.state }))
  useEffect(() => {
    forgetFailures()
    const retry = () => onOnline()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
}

/** Replaces a page outside the shell that has failed. */
export function PageError() {
  useLoadAgain()
  return (
    <>
      <EndOfSkeleton />
      <RouteErrorPage />
    </>
  )
}

/** Replaces a screen of the shell that has failed. */
export function ScreenError() {
  useLoadAgain()
  return <RouteError />
}
