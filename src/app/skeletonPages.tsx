/**
 * The skeletons that the server sends to a browser with a session: the shell around a screen that loads, rendered from the
 * components of the application. They have no data of a user.
 */
import { type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { createActor } from 'xstate'
import { sessionMachine } from '../../machines/session.ts'
import { ScreenSkeleton } from '../screens/shell/ScreenSkeleton.tsx'
import { shellKindOf } from '../screens/shell/shellKind.ts'
import { routeOf } from './accessRules.ts'
import { AppProviders } from './AppProviders.tsx'
import { Component as AppShell } from './AppShell.tsx'
import { hasFeature } from './configuration.ts'
import { type Chunk } from './lazyScreen.ts'
import { NavigationContext } from './navigation.tsx'
import { appRoutes, type AppRoute, type AppRouteName } from './paths.ts'
import { type Root } from './root.tsx'

/**
 * The screens that are rendered while they load, with the source file of their chunk. Any other has a general skeleton: what
 * it shows depends on more than its path.
 */
const screens: Partial<Record<AppRouteName, { chunk: string; load: Chunk }>> = {
  liveChannels: {
    chunk: 'src/screens/liveChannels/LiveChannels.tsx',
    load: () => import('../screens/liveChannels/LiveChannels.tsx'),
  },
  guide: { chunk: 'src/screens/guide/Guide.tsx', load: () => import('../screens/guide/Guide.tsx') },
  favourites: {
    chunk: 'src/screens/favorites/Favorites.tsx',
    load: () => import('../screens/favorites/Favorites.tsx'),
  },
  video: { chunk: 'src/screens/video/Video.tsx', load: () => import('../screens/video/VideoSkeleton.tsx') },
  support: { chunk: 'src/screens/support/Support.tsx', load: () => import('../screens/support/Support.tsx') },
  supportFaqs: { chunk: 'src/screens/support/Faqs.tsx', load: () => import('../screens/support/Faqs.tsx') },
  supportForm: {
    chunk: 'src/screens/support/SupportForm.tsx',
    load: () => import('../screens/support/SupportForm.tsx'),
  },
  profile: { chunk: 'src/screens/profile/Profile.tsx', load: () => import('../screens/profile/Profile.tsx') },
  editProfile: {
    chunk: 'src/screens/editProfile/EditProfile.tsx',
    load: () => import('../screens/editProfile/EditProfile.tsx'),
  },
  packages: { chunk: 'src/screens/packages/Packages.tsx', load: () => import('../screens/packages/Packages.tsx') },
  transactions: {
    chunk: 'src/screens/transactions/Transactions.tsx',
    load: () => import('../screens/transactions/Transactions.tsx'),
  },
  invoice: { chunk: 'src/screens/invoice/Invoice.tsx', load: () => import('../screens/invoice/Invoice.tsx') },
  viewProfile: {
    chunk: 'src/screens/viewProfile/ViewProfile.tsx',
    load: () => import('../screens/viewProfile/ViewProfile.tsx'),
  },
  devices: { chunk: 'src/screens/devices/Devices.tsx', load: () => import('../screens/devices/Devices.tsx') },
  paymentCards: {
    chunk: 'src/screens/paymentCards/PaymentCards.tsx',
    load: () => import('../screens/paymentCards/PaymentCards.tsx'),
  },
  subscribe: { chunk: 'src/screens/subscribe/Subscribe.tsx', load: () => import('../screens/subscribe/Subscribe.tsx') },
  activate: { chunk: 'src/screens/activate/Activate.tsx', load: () => import('../screens/activate/Activate.tsx') },
  supportBugs: {
    chunk: 'src/screens/support/BugReport.tsx',
    load: () => import('../screens/support/BugReport.tsx'),
  },
}

/** A skeleton: the route that it shows. */
export type SkeletonPage = `shell.${AppRouteName}`

const prefix = 'shell.'

export const isSkeletonPage = (page: string): page is SkeletonPage => page.startsWith(prefix)

/** The route of a skeleton. */
const routeNameOf = (page: SkeletonPage) => page.slice(prefix.length) as AppRouteName

/** The skeleton of a path; undefined for an unknown path. */
export function skeletonAt(pathname: string): SkeletonPage | undefined {
  const route = routeOf(pathname)
  const [name] = (Object.entries(appRoutes) as [AppRouteName, AppRoute][]).find(([, each]) => each === route) ?? []
  return name && `${prefix}${name}`
}

/** The chunks of a skeleton, by their source files. */
export function skeletonChunks(page: SkeletonPage): string[] {
  const screen = screens[routeNameOf(page)]
  return ['src/app/createApp.tsx', 'src/app/AppShell.tsx', ...(screen ? [screen.chunk] : [])]
}

/** The attributes of the page around a skeleton. */
export function skeletonAttributes(page: SkeletonPage) {
  const { pattern, access } = appRoutes[routeNameOf(page)]
  return { shell: shellKindOf(pattern), isMembersOnly: access === 'index' || access === 'membership' }
}

/** Links, names and identifiers, which a skeleton must not offer to the user or to a search in the page. */
const interactive = / (?:id|for|name|href|role|title|tabindex|autofocus|aria-(?!current)[a-z]+)="[^"]*"/g

/** The markup of a skeleton without what can be used, and without what React would preload. */
export const withoutInteraction = (markup: string): string =>
  markup.replaceAll(/<link [^>]*>/g, '').replaceAll(/<[a-z][^>]*>/g, (tag) => tag.replaceAll(interactive, ''))

function SkeletonLayout() {
  const location = useLocation()
  return (
    <NavigationContext value={{ location, navigate: () => undefined }}>
      <AppShell />
    </NavigationContext>
  )
}

/** The application while the screen of a route loads, as a member sees it. */
export async function createSkeleton(page: SkeletonPage, root: Root): Promise<ReactNode> {
  const name = routeNameOf(page)
  const route: AppRoute = appRoutes[name]
  const screen =
    route.feature === undefined || hasFeature(root.configuration, route.feature) ? screens[name] : undefined
  const Screen = screen ? (await screen.load()).Component : ScreenSkeleton
  await root.loadQueryClient()
  const session = createActor(sessionMachine, {
    input: { user: undefined, role: undefined },
    snapshot: sessionMachine.resolveState({
      value: { signedIn: 'idle' },
      context: { user: undefined, role: 'membership', message: undefined, failures: 0 },
    }),
  })
  const routes = [{ element: <SkeletonLayout />, children: [{ path: route.pattern, element: <Screen /> }] }]
  const router = createMemoryRouter(routes, { initialEntries: [route.pattern] })
  return (
    <AppProviders root={{ ...root, session }}>
      <RouterProvider router={router} />
    </AppProviders>
  )
}
