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
import { loadStreamEngine } from './actors/streamEngine.ts'
import { decide } from './guard.ts'
import { paths, places, type Place, type PlaceName } from './paths.ts'
import { standingOf, useRoot } from './root.tsx'
import { Crash, Unreached } from './screens/failure/Failure.tsx'
import { Component as NotFound } from './screens/notFound/NotFound.tsx'
import { Component as SignIn } from './screens/signIn/SignIn.tsx'
import { Component as Unauth } from './screens/unauth/Unauth.tsx'
import { LoadingOverlay } from './ui/LoadingOverlay.tsx'

type Chunk = () => Promise<{ Component: ComponentType }>

/** A screen that is loaded when a guard lets somebody in, and not before. */
const screen = (load: Chunk) => lazy(async () => ({ default: (await load()).Component }))

const Inside = screen(() => import('./inside.tsx'))

/** The screens inside the shell, each a chunk of its own. */
const inside = {
  liveChannels: screen(() => import('./screens/liveChannels/LiveChannels.tsx')),
  favourites: screen(() => import('./screens/favourites/Favourites.tsx')),
  video: screen(() => {
    // hls.js is by far the largest part of this screen: it is fetched beside the rest, not after it.
    loadStreamEngine().catch(() => undefined)
    return import('./screens/video/Video.tsx')
  }),
  support: screen(() => import('./screens/placeholders/Support.tsx')),
  supportFaqs: screen(() => import('./screens/placeholders/SupportFaqs.tsx')),
  supportForm: screen(() => import('./screens/placeholders/SupportForm.tsx')),
  supportBugs: screen(() => import('./screens/placeholders/SupportBugs.tsx')),
  upgrade: screen(() => import('./screens/placeholders/Upgrade.tsx')),
  profile: screen(() => import('./screens/placeholders/Profile.tsx')),
  editProfile: screen(() => import('./screens/placeholders/EditForm.tsx')),
  packages: screen(() => import('./screens/placeholders/Packages.tsx')),
  transactions: screen(() => import('./screens/placeholders/TransactionHistory.tsx')),
  invoice: screen(() => import('./screens/placeholders/Invoice.tsx')),
  viewProfile: screen(() => import('./screens/placeholders/ViewProfile.tsx')),
  allSessions: screen(() => import('./screens/placeholders/AllSessions.tsx')),
  paymentCards: screen(() => import('./screens/placeholders/PaymentCardList.tsx')),
  subscribe: screen(() => import('./screens/placeholders/Subscribe.tsx')),
  subscribeSuccess: screen(() => import('./screens/placeholders/SubscribeSuccess.tsx')),
} satisfies Partial<Record<PlaceName, ComponentType>>

const ResetPassword = screen(() => import('./screens/placeholders/ResetPassword.tsx'))

/** Carries out what `decide` says: nothing of `children` is made before somebody may see it. */
function Gate({ place, children }: { place: Place; children: ReactNode }) {
  const { session } = useRoot()
  const location = useLocation()
  const verdict = useSelector(
    session,
    (snapshot) => decide(place.access, standingOf(snapshot), location),
    (one, other) => JSON.stringify(one) === JSON.stringify(other),
  )
  switch (verdict.kind) {
    case 'enter':
      return (
        <>
          <Title title={place.title} />
          {children}
        </>
      )
    case 'wait':
      return <LoadingOverlay />
    case 'fail':
      return <Unreached />
    case 'redirect':
      return <Navigate to={verdict.to} state={verdict.state ?? null} replace />
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

function Frame() {
  return (
    <>
      <ScrollRestoration />
      <Suspense fallback={<LoadingOverlay />}>
        <Outlet />
      </Suspense>
    </>
  )
}

const route = (place: Place, Screen: ComponentType): RouteObject => ({
  path: place.pattern,
  element: (
    <Gate place={place}>
      <Screen />
    </Gate>
  ),
})

const guarded = Object.entries(inside) as [keyof typeof inside, ComponentType][]

/** The route table. Who may enter stands in `paths.ts`, what follows from it in `guard.ts`. */
export const routes: RouteObject[] = [
  {
    element: <Frame />,
    errorElement: <Crash />,
    children: [
      {
        element: (
          <Gate place={{ pattern: '/', access: 'login', title: undefined }}>
            <Inside />
          </Gate>
        ),
        children: [
          {
            errorElement: <Crash />,
            children: [
              ...guarded.map(([name, Screen]) => route(places[name], Screen)),
              { path: '/profile/transaction-history', element: <Navigate to={paths.transactions()} replace /> },
            ],
          },
        ],
      },
      route(places.signIn, SignIn),
      route(places.forgetPassword, SignIn),
      route(places.resetPassword, ResetPassword),
      route(places.unauth, Unauth),
      route(places.notFound, NotFound),
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
