import { useSelector } from '@xstate/react'
import { waitFor, type SnapshotFrom } from 'xstate'
import { Suspense, useDeferredValue, useMemo, type ComponentType, type ReactNode } from 'react'
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
  type Location,
  type RouteObject,
} from 'react-router-dom'
import { loadHls } from '../platform/loadHls.ts'
import { savesData } from '../platform/savesData.ts'
import { authStateOf, decideAccess, opensListAfterSignIn, routeOf } from './accessRules.ts'
import { hasFeature } from './configuration.ts'
import { appRoutes, redirects, type AppRoute, type AppRouteName } from './paths.ts'
import { CaptureResetLink } from './CaptureResetLink.tsx'
import { EndOfSkeleton } from './EndOfSkeleton.tsx'
import { lazyScreen, type Chunk } from './lazyScreen.ts'
import { NavigationContext, type Navigation } from './navigation.tsx'
import { PageTitle } from './PageTitle.tsx'
import { loadArrowKeys, useRemoteKeys } from './remoteKeys.ts'
import { useRoot, type Root } from './root.tsx'
import { PageError, ScreenError } from './RouteErrors.tsx'
import { SignInLayout } from '../features/signInLayout/SignInLayout.tsx'
import { UnreachablePage } from '../screens/failure/ErrorPages.tsx'
import { Component as NotFound } from '../screens/notFound/NotFound.tsx'
import { Component as SignIn } from '../screens/signIn/SignIn.tsx'
import { Component as Unauth } from '../screens/unauth/Unauth.tsx'
import { LoadingOverlay } from '../ui/LoadingOverlay.tsx'
import { waitForIdle } from '../ui/waitForIdle.ts'

const liveChannels = () => import('../screens/liveChannels/LiveChannels.tsx')
const video = () => import('../screens/video/Video.tsx')
const packages = () => import('../screens/packages/Packages.tsx')

/** hls.js is the largest part of this screen, so it loads in parallel with it. */
const videoWithHls = () => {
  loadHls().catch(() => undefined)
  return video()
}
const VideoScreen = lazyScreen(videoWithHls)

/** Loads what a channel needs to start, without the channel. hls.js is large, so a browser that saves data loads it later. */
async function preloadPlayer(): Promise<void> {
  await (savesData() ? video() : VideoScreen.preload())
}

/** The code of the screens inside the shell, each in its own chunk. */
const chunks = {
  liveChannels: () => {
    const list = liveChannels()
    // Its cards open a channel.
    list
      .then(waitForIdle)
      .then(preloadPlayer)
      .catch(() => undefined)
    return list
  },
  guide: () => import('../screens/guide/Guide.tsx'),
  favourites: () => import('../screens/favorites/Favorites.tsx'),
  video: videoWithHls,
  support: () => import('../screens/support/Support.tsx'),
  supportFaqs: () => import('../screens/support/Faqs.tsx'),
  supportForm: () => import('../screens/support/SupportForm.tsx'),
  supportBugs: () => import('../screens/support/BugReport.tsx'),
  upgrade: () => import('../screens/upgrade/Upgrade.tsx'),
  profile: () => {
    const profile = import('../screens/profile/Profile.tsx')
    // The primary action of the profile opens the plans. Preload them, so that a slow device responds at once.
    profile.then(packages).catch(() => undefined)
    return profile
  },
  editProfile: () => import('../screens/editProfile/EditProfile.tsx'),
  packages,
  transactions: () => import('../screens/transactions/Transactions.tsx'),
  invoice: () => import('../screens/invoice/Invoice.tsx'),
  viewProfile: () => import('../screens/viewProfile/ViewProfile.tsx'),
  devices: () => import('../screens/devices/Devices.tsx'),
  paymentCards: () => import('../screens/paymentCards/PaymentCards.tsx'),
  subscribe: () => import('../screens/subscribe/Subscribe.tsx'),
  subscribeSuccess: () => import('../screens/subscribeSuccess/SubscribeSuccess.tsx'),
  activate: () => import('../screens/activate/Activate.tsx'),
} satisfies Partial<Record<AppRouteName, Chunk>>

/** The screens inside the shell with their routes. */
const shellScreens = (Object.entries(chunks) as [keyof typeof chunks, Chunk][]).map(([name, load]) => ({
  route: appRoutes[name],
  Screen: name === 'video' ? VideoScreen : lazyScreen(load),
}))

/** Prefetches channels. Its calls need little code, so they do not wait for that of the shell. */
async function startPrefetch(root: Root, router: AppRouter): Promise<void> {
  const [{ prefetchChannels }] = await Promise.all([import('./prefetchChannel.ts'), root.loadQueryClient()])
  prefetchChannels(root, router)
}

/**
 * Loads the shell, the query client and the screen of the page in parallel: with the screen in place, the shell shows no
 * fallback. Waits for the prefetch too, which removes the playlists of a user who signs out.
 */
async function loadAppShell(root: Root, router: AppRouter): Promise<{ Component: ComponentType }> {
  const { location } = router.state
  const here = routeOf(location.pathname)
  const prefetch = startPrefetch(root, router)
  // An arrow key loads it again.
  loadArrowKeys().catch(() => undefined)
  // After a sign-in, the list loads while the host says whether the user is a member. The code of the player follows when
  // the list is shown.
  if (opensListAfterSignIn(location)) liveChannels().catch(() => undefined)
  const [shell] = await Promise.all([
    import('./AppShell.tsx'),
    prefetch,
    // The screen loads again when it is rendered, and reports its own failure.
    shellScreens
      .find(({ route }) => route === here)
      ?.Screen.preload()
      .catch(() => undefined),
  ])
  return shell
}

const SignInWithCode = lazyScreen(() => import('../screens/deviceSignIn/DeviceSignIn.tsx'))
const ResetPassword = lazyScreen(() => import('../screens/resetPassword/ResetPassword.tsx'))

/** Applies `decideAccess`. Renders `children` only for users who may enter. */
function AccessGate({ route, children }: { route: AppRoute; children: ReactNode }) {
  const { configuration, session } = useRoot()
  const location = useLocation()
  const decision = useSelector(
    session,
    (snapshot) => decideAccess(route.access, authStateOf(snapshot), location),
    (one, other) => JSON.stringify(one) === JSON.stringify(other),
  )
  const earlier = useDeferredValue(decision)
  // The screens are entered in a deferred render: in slices, which keeps a slow phone responsive, and without the fallback
  // of a screen that is still loading, after which React would wait 300 ms before it shows the screen.
  const shown = decision.kind === 'enter' && earlier.kind === 'wait' ? earlier : decision
  switch (shown.kind) {
    case 'enter':
      return (
        <>
          <EndOfSkeleton page={route.pattern} />
          {route.feature && !hasFeature(configuration, route.feature) ? (
            <NotFound />
          ) : (
            <>
              <PageTitle title={route.title} />
              {children}
            </>
          )}
        </>
      )
    case 'wait':
      return <LoadingOverlay />
    case 'fail':
      return (
        <>
          <EndOfSkeleton />
          <UnreachablePage />
        </>
      )
    case 'redirect':
      return (
        <>
          {/* The screen after sign-in may still be loading, which a slow connection must show. */}
          {route.access === 'public' ? <LoadingOverlay /> : null}
          {/* The key is that of this navigation, so that a second navigation before the redirect completes redirects again. */}
          <Navigate key={location.key} to={shown.to} state={shown.state ?? null} replace />
        </>
      )
  }
}

/** The layout of the pages for everybody: the shell for signed-in users, else the layout of the sign-in page. */
function AnyoneLayout({ AppShell }: { AppShell: ComponentType }) {
  const { session } = useRoot()
  const kind = useSelector(session, (snapshot) => authStateOf(snapshot).kind)
  if (kind === 'undecided') return <LoadingOverlay />
  if (kind === 'signedIn') return <AppShell />
  return (
    <SignInLayout>
      <Outlet />
    </SignInLayout>
  )
}

/** The navigation of the screens that do not import the router. */
function RouterNavigation({ children }: { children: ReactNode }) {
  const location: Location<unknown> = useLocation()
  const navigate = useNavigate()
  const navigation = useMemo<Navigation>(
    () => ({ location, navigate: (to, options) => void navigate(to, options) }),
    [location, navigate],
  )
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}

function RootLayout() {
  useRemoteKeys()
  return (
    <>
      <ScrollRestoration storageKey="statecast.scroll" />
      <RouterNavigation>
        <Suspense fallback={<LoadingOverlay />}>
          <Outlet />
        </Suspense>
      </RouterNavigation>
    </>
  )
}

const createRouteObject = (appRoute: AppRoute, Screen: ComponentType): RouteObject => ({
  path: appRoute.pattern,
  element: (
    <AccessGate route={appRoute}>
      <Screen />
    </AccessGate>
  ),
})

/** The route table. `paths.ts` defines who may enter a route, `accessRules.ts` the redirects for other users. */
const createRoutes = (AppShell: ComponentType): RouteObject[] => [
  {
    element: <RootLayout />,
    errorElement: <PageError />,
    children: [
      {
        element: (
          <AccessGate route={{ pattern: '/', access: 'login', title: undefined }}>
            <AppShell />
          </AccessGate>
        ),
        children: [
          {
            errorElement: <ScreenError />,
            children: [
              ...shellScreens.map(({ route, Screen }) => createRouteObject(route, Screen)),
              ...redirects.map(({ pattern, to }) => ({ path: pattern, element: <Navigate to={to} replace /> })),
            ],
          },
        ],
      },
      createRouteObject(appRoutes.signIn, SignIn),
      createRouteObject(appRoutes.signInWithCode, SignInWithCode),
      createRouteObject(appRoutes.forgetPassword, SignIn),
      { element: <CaptureResetLink />, children: [createRouteObject(appRoutes.resetPassword, ResetPassword)] },
      {
        element: <AnyoneLayout AppShell={AppShell} />,
        children: [createRouteObject(appRoutes.unauth, Unauth), createRouteObject(appRoutes.notFound, NotFound)],
      },
    ],
  },
]

export type AppRouter = ReturnType<typeof createBrowserRouter>

/** The router of the application. `create` determines where it keeps the location: by default in the browser's history. */
export function createRouter(
  root: Root,
  create: (routes: RouteObject[]) => AppRouter = createBrowserRouter,
): AppRouter {
  const AppShell = lazyScreen(() => loadAppShell(root, router))
  const router: AppRouter = create(createRoutes(AppShell))
  // The shell loads while the session is checked, or while the user types a password. It loads again when it is rendered,
  // and reports its own failure.
  Promise.race([waitFor(root.session, mayHaveTokens), inputOn(router, appRoutes.signIn)])
    .then(AppShell.preload)
    .catch(() => undefined)
  return router
}

/** Resolves when the user types on the screen. */
const inputOn = (router: AppRouter, { pattern }: AppRoute) =>
  new Promise<void>((resolve) => {
    const onInput = () => {
      if (router.state.location.pathname !== pattern) return
      removeEventListener('input', onInput)
      resolve()
    }
    addEventListener('input', onInput, { passive: true })
  })

/** Whether the session may have tokens, which the host may still refuse. */
const mayHaveTokens = (snapshot: SnapshotFrom<Root['session']>): boolean =>
  snapshot.matches('restoring') || snapshot.matches('signingIn') || snapshot.matches('signedIn')
