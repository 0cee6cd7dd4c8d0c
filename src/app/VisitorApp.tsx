import { Component, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Component as SignIn } from '../screens/signIn/SignIn.tsx'
import { LoadingOverlay } from '../ui/LoadingOverlay.tsx'
import { waitForIdle } from '../ui/waitForIdle.ts'
import { authStateOf, decideAccess, routeOf, type AppLocation } from './accessRules.ts'
import { AppProviders } from './AppProviders.tsx'
import { lazyScreen } from './lazyScreen.ts'
import { NavigationContext, type Navigation } from './navigation.tsx'
import { PageTitle } from './PageTitle.tsx'
import { prerenderedPageAt } from './prerenderedPages.ts'
import { useRemoteKeys } from './remoteKeys.ts'
import { type Root } from './root.tsx'
import { type AppRouter } from './routes.tsx'

const ResetPassword = lazyScreen(() => import('../screens/resetPassword/ResetPassword.tsx'))

const screens = { signIn: SignIn, resetPassword: ResetPassword } as const

/** The screen of a prerendered page; undefined for any other location. */
function screenAt(location: AppLocation): keyof typeof screens | undefined {
  const page = prerenderedPageAt(location)
  if (page === undefined || routeOf(location.pathname)?.access !== 'public') return undefined
  return page === 'resetPassword' ? page : 'signIn'
}

/** Shows the application after a failure, which shows the failure. */
class LeaveOnError extends Component<{ onLeave: () => void; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidCatch() {
    this.props.onLeave()
  }
  override render() {
    return this.state.hasFailed ? <LoadingOverlay /> : this.props.children
  }
}

type VisitorAppProps = {
  root: Root
  /** The location that the prerendered page shows. */
  start: AppLocation
  /** Loads the application and resolves with its router. */
  loadRouter: () => Promise<AppRouter>
  /** Shows the application instead of this page. */
  onLeave: () => void
}

/** The location of the page, and the router when it is needed. A location of another screen leaves the page. */
function useVisitorLocation({ start, loadRouter, onLeave }: Omit<VisitorAppProps, 'root'>) {
  const [location, setLocation] = useState(start)
  const [openRouter] = useState(() => {
    let opening: Promise<AppRouter> | undefined
    const follow = (next: AppLocation) => (screenAt(next) === screenAt(start) ? setLocation(next) : onLeave())
    const open = async () => {
      const router = await loadRouter()
      let shown = router.state.location
      // The browser may have gone back before the router was loaded.
      if (prerenderedPageAt(shown) !== prerenderedPageAt(start)) follow(shown)
      router.subscribe(({ location: next }) => {
        if (next === shown) return
        shown = next
        follow(next)
        window.scrollTo(0, 0)
      })
      return router
    }
    return () =>
      (opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      }))
  })
  return { location, openRouter }
}

/**
 * The pages that the server renders for visitors without a session, without the router, which loads when the browser is
 * idle. The application replaces them when the visitor signs in or opens another screen.
 */
export function VisitorApp({ root, start, loadRouter, onLeave }: VisitorAppProps) {
  const { location, openRouter } = useVisitorLocation({ start, loadRouter, onLeave })
  const Screen = screens[screenAt(start) ?? 'signIn']
  useRemoteKeys()

  const navigation = useMemo<Navigation>(
    () => ({
      location,
      navigate: (to, options) =>
        void openRouter().then(
          (router) => router.navigate(to, options),
          // The code can't be loaded. The browser opens the page, or shows that it is offline.
          () => window.location.assign(to),
        ),
    }),
    [location, openRouter],
  )

  useEffect(() => {
    void waitForIdle()
      .then(openRouter)
      // A press on a link loads it again.
      .catch(() => undefined)
  }, [openRouter])

  useEffect(() => {
    const subscription = root.session.subscribe((snapshot) => {
      if (decideAccess('public', authStateOf(snapshot), start).kind !== 'enter') onLeave()
    })
    return () => subscription.unsubscribe()
  }, [root, start, onLeave])

  return (
    <AppProviders root={root}>
      <NavigationContext value={navigation}>
        <LeaveOnError onLeave={onLeave}>
          <Suspense fallback={<LoadingOverlay />}>
            <PageTitle title={routeOf(location.pathname)?.title} />
            <Screen />
            <CallsPreload root={root} />
          </Suspense>
        </LeaveOnError>
      </NavigationContext>
    </AppProviders>
  )
}

/** Loads the calls once the form beside it works, which does not need them before it is submitted. */
function CallsPreload({ root }: Pick<VisitorAppProps, 'root'>) {
  useEffect(() => {
    // A press on Login loads them again.
    root.loadApi().catch(() => undefined)
  }, [root])
  return null
}
