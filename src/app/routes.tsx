import { useSelector } from '@xstate/react'
import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  ScrollRestoration,
  useLocation,
  type RouteObject,
} from 'react-router-dom'
import { loadStreamEngine } from '../platform/loadStreamEngine.ts'
import { decideAccess, routeOf, authStateOf } from './accessRules.ts'
import { paths, appRoutes, type AppRoute, type AppRouteName } from './paths.ts'
import { CaptureResetLink } from './CaptureResetLink.tsx'
import { useRoot } from './root.tsx'
import { RouteErrorPage, RouteError, UnreachablePage } from '../screens/failure/ErrorPages.tsx'
import { Component as NotFound } from '../screens/notFound/NotFound.tsx'
import { Component as SignIn } from '../screens/signIn/SignIn.tsx'
import { Component as Unauth } from '../screens/unauth/Unauth.tsx'
import { LoadingOverlay } from '../ui/LoadingOverlay.tsx'

type Chunk = () => Promise<{ Component: ComponentType }>

/** A screen that is loaded when a guard lets somebody in, and not before. */
const lazyScreen = (load: Chunk) => lazy(async () => ({ default: (await load()).Component }))

const packages = () => import('../screens/packages/Packages.tsx')

/** The screens inside the shell, each a chunk of its own. */
const chunks = {
  liveChannels: () => import('../screens/liveChannels/LiveChannels.tsx'),
  favourites: () => import('../screens/favourites/Favourites.tsx'),
  video: () => {
    // hls.js is by far the largest part of this screen: it is fetched beside the rest, not after it.
    loadStreamEngine().catch(() => undefined)
    return import('../screens/video/Video.tsx')
  },
  support: () => import('../screens/support/Support.tsx'),
  supportFaqs: () => import('../screens/support/Faqs.tsx'),
  supportForm: () => import('../screens/support/SupportForm.tsx'),
  supportBugs: () => import('../screens/support/BugReport.tsx'),
  upgrade: () => import('../screens/upgrade/Upgrade.tsx'),
  profile: () => {
    const profile = import('../screens/profile/Profile.tsx')
    // The one thing to do next there leads to the plans: fetched only when it is pressed, a slow device would show
    // nothing of the press for as long as that takes.
    profile.then(packages).catch(() => undefined)
    return profile
  },
  editProfile: () => import('../screens/editProfile/EditProfile.tsx'),
  packages,
  transactions: () => import('../screens/transactions/Transactions.tsx'),
  invoice: () => import('../screens/invoice/Invoice.tsx'),
  viewProfile: () => import('../screens/viewProfile/ViewProfile.tsx'),
  allSessions: () => import('../screens/allSessions/AllSessions.tsx'),
  paymentCards: () => import('../screens/paymentCards/PaymentCards.tsx'),
  subscribe: () => import('../screens/subscribe/Subscribe.tsx'),
  subscribeSuccess: () => import('../screens/subscribeSuccess/SubscribeSuccess.tsx'),
} satisfies Partial<Record<AppRouteName, Chunk>>

const AppShell = lazyScreen(() => {
  // The screen inside is fetched beside what it stands in, not after it.
  const here = routeOf(window.location.pathname)
  const [, load] = Object.entries(chunks).find(([name]) => appRoutes[name as AppRouteName] === here) ?? []
  void load?.().catch(() => undefined)
  return import('./AppShell.tsx')
})

const ResetPassword = lazyScreen(() => import('../screens/resetPassword/ResetPassword.tsx'))

/** Carries out what `decide` says: nothing of `children` is made before somebody may see it. */
function AccessGate({ route, children }: { route: AppRoute; children: ReactNode }) {
  const { session } = useRoot()
  const location = useLocation()
  const decision = useSelector(
    session,
    (snapshot) => decideAccess(route.access, authStateOf(snapshot), location),
    (one, other) => JSON.stringify(one) === JSON.stringify(other),
  )
  switch (decision.kind) {
    case 'enter':
      return (
        <>
          <Title title={route.title} />
          {children}
        </>
      )
    case 'wait':
      return <LoadingOverlay />
    case 'fail':
      return <UnreachablePage />
    case 'redirect':
      return (
        <>
          {/* From the sign-in page it leads to what may still have to be fetched: on a slow line that is no blank page. */}
          {route.access === 'public' ? <LoadingOverlay /> : null}
          {/* Of this visit alone: whoever comes here again before it has led away is led again. */}
          <Navigate key={location.key} to={decision.to} state={decision.state ?? null} replace />
        </>
      )
  }
}

/** Names the document after the screen; a screen that knows better (a channel's name) sets its own title later. */
function Title({ title }: { title: string | undefined }) {
  const { configuration } = useRoot()
  useEffect(() => {
    document.title = `${title ?? 'Dashboard'} · ${configuration.brand.name}`
  }, [title, configuration])
  return null
}

function RootLayout() {
  return (
    <>
      <ScrollRestoration storageKey="statecast.scroll" />
      <Suspense fallback={<LoadingOverlay />}>
        <Outlet />
      </Suspense>
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

const shellRoutes = (Object.entries(chunks) as [keyof typeof chunks, Chunk][]).map(([name, load]) =>
  createRouteObject(appRoutes[name], lazyScreen(load)),
)

/** The route table. Who may enter stands in `paths.ts`, what follows from it in `guard.ts`. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteErrorPage />,
    children: [
      {
        element: (
          <AccessGate route={{ pattern: '/', access: 'login', title: undefined }}>
            <AppShell />
          </AccessGate>
        ),
        children: [
          {
            errorElement: <RouteError />,
            children: [
              ...shellRoutes,
              { path: '/profile/transaction-history', element: <Navigate to={paths.transactions()} replace /> },
            ],
          },
        ],
      },
      createRouteObject(appRoutes.signIn, SignIn),
      createRouteObject(appRoutes.forgetPassword, SignIn),
      { element: <CaptureResetLink />, children: [createRouteObject(appRoutes.resetPassword, ResetPassword)] },
      createRouteObject(appRoutes.unauth, Unauth),
      createRouteObject(appRoutes.notFound, NotFound),
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
