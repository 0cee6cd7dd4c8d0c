/**
 * The skeletons that the server sends: the shell around a screen that loads, for a browser with a session, and the page of
 * a television that signs in. They are rendered from the components of the application and have no data of a user.
 */
import { type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { createActor } from 'xstate'
import { sessionMachine } from '../../machines/session.ts'
import { ScreenSkeleton } from '../screens/shell/ScreenSkeleton.tsx'
import { shellKindOf } from '../screens/shell/shellKind.ts'
import { parseChangeType, type ChangeType } from '../screens/upgrade/changeType.ts'
import { routeOf, type AppLocation } from './accessRules.ts'
import { AppProviders } from './AppProviders.tsx'
import { Component as AppShell } from './AppShell.tsx'
import { hasFeature } from './configuration.ts'
import { type Chunk } from './lazyScreen.ts'
import { NavigationContext } from './navigation.tsx'
import { appRoutes, type AppRoute, type AppRouteName } from './paths.ts'
import { type Root } from './root.tsx'

/**
 * The screens that are rendered while they load, with the source files of their chunks. Any other has a general skeleton: what
 * it shows depends on more than its path.
 */
const screens: Partial<Record<AppRouteName, { chunks: string[]; load: Chunk }>> = {
  liveChannels: {
    chunks: ['src/screens/liveChannels/LiveChannels.tsx', 'src/app/prefetchChannel.ts'],
    load: () => import('../screens/liveChannels/LiveChannels.tsx'),
  },
  guide: { chunks: ['src/screens/guide/Guide.tsx'], load: () => import('../screens/guide/Guide.tsx') },
  favourites: {
    chunks: ['src/screens/favorites/Favorites.tsx'],
    load: () => import('../screens/favorites/Favorites.tsx'),
  },
  video: { chunks: ['src/screens/video/Video.tsx'], load: () => import('../screens/video/VideoSkeleton.tsx') },
  support: { chunks: ['src/screens/support/Support.tsx'], load: () => import('../screens/support/Support.tsx') },
  supportFaqs: { chunks: ['src/screens/support/Faqs.tsx'], load: () => import('../screens/support/Faqs.tsx') },
  supportForm: {
    chunks: ['src/screens/support/SupportForm.tsx'],
    load: () => import('../screens/support/SupportForm.tsx'),
  },
  profile: { chunks: ['src/screens/profile/Profile.tsx'], load: () => import('../screens/profile/Profile.tsx') },
  editProfile: {
    chunks: ['src/screens/editProfile/EditProfile.tsx'],
    load: () => import('../screens/editProfile/EditProfile.tsx'),
  },
  packages: { chunks: ['src/screens/packages/Packages.tsx'], load: () => import('../screens/packages/Packages.tsx') },
  transactions: {
    chunks: ['src/screens/transactions/Transactions.tsx'],
    load: () => import('../screens/transactions/Transactions.tsx'),
  },
  invoice: { chunks: ['src/screens/invoice/Invoice.tsx'], load: () => import('../screens/invoice/Invoice.tsx') },
  viewProfile: {
    chunks: ['src/screens/viewProfile/ViewProfile.tsx'],
    load: () => import('../screens/viewProfile/ViewProfile.tsx'),
  },
  devices: { chunks: ['src/screens/devices/Devices.tsx'], load: () => import('../screens/devices/Devices.tsx') },
  paymentCards: {
    chunks: ['src/screens/paymentCards/PaymentCards.tsx'],
    load: () => import('../screens/paymentCards/PaymentCards.tsx'),
  },
  subscribe: {
    chunks: ['src/screens/subscribe/Subscribe.tsx'],
    load: () => import('../screens/subscribe/SubscribeSkeleton.tsx'),
  },
  subscribeSuccess: {
    chunks: ['src/screens/subscribeSuccess/SubscribeSuccess.tsx'],
    load: () => import('../screens/subscribeSuccess/SubscribeSuccessSkeleton.tsx'),
  },
  upgrade: {
    chunks: ['src/screens/upgrade/Upgrade.tsx'],
    load: () => import('../screens/upgrade/UpgradeSkeleton.tsx'),
  },
  signInWithCode: {
    chunks: ['src/screens/deviceSignIn/DeviceSignIn.tsx'],
    load: () => import('../screens/deviceSignIn/DeviceSignIn.tsx'),
  },
  activate: { chunks: ['src/screens/activate/Activate.tsx'], load: () => import('../screens/activate/Activate.tsx') },
  supportBugs: {
    chunks: ['src/screens/support/BugReport.tsx'],
    load: () => import('../screens/support/BugReport.tsx'),
  },
}

/** A skeleton: the route that it shows, and the part of the query that its heading names. */
export type SkeletonPage = `shell.${AppRouteName}${'' | `?type=${NonNullable<ChangeType>}`}`

const prefix = 'shell.'

export const isSkeletonPage = (page: string): page is SkeletonPage => page.startsWith(prefix)

/** The route of a skeleton. */
const routeNameOf = (page: SkeletonPage) => page.slice(prefix.length).replace(/\?.*/, '') as AppRouteName

/**
 * The skeleton of a location; undefined for an unknown path, and for the pages of visitors that are prerendered. A page of
 * visitors redirects a browser with a session to the home page.
 */
export function skeletonAt(
  { pathname, search }: Pick<AppLocation, 'pathname' | 'search'>,
  { hasSession }: { hasSession: boolean },
): SkeletonPage | undefined {
  const requested = routeOf(pathname)
  if (!hasSession) return requested === appRoutes.signInWithCode ? `${prefix}signInWithCode` : undefined
  const route = requested?.access === 'public' ? appRoutes.liveChannels : requested
  const [name] = (Object.entries(appRoutes) as [AppRouteName, AppRoute][]).find(([, each]) => each === route) ?? []
  const type = name === 'upgrade' ? parseChangeType(new URLSearchParams(search).get('type')) : undefined
  return name && (type ? `${prefix}${name}?type=${type}` : `${prefix}${name}`)
}

const isInShell = (name: AppRouteName) => appRoutes[name].access !== 'public'

/** The chunks of a skeleton, by their source files. */
export function skeletonChunks(page: SkeletonPage): string[] {
  const name = routeNameOf(page)
  const shell = isInShell(name) ? ['src/app/AppShell.tsx', 'src/app/createQueryClient.ts'] : []
  return ['src/app/createApp.tsx', ...shell, ...(screens[name]?.chunks ?? [])]
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

/** The application while the screen of a route loads, as a member sees it, or a visitor where members are not let in. */
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
  const screenRoute = { path: route.pattern, element: <Screen /> }
  const routes = [isInShell(name) ? { element: <SkeletonLayout />, children: [screenRoute] } : screenRoute]
  // The page shows its parameter until it has loaded what that names.
  const path = route.pattern.replace(/:\w+/, '…') + (/\?.*/.exec(page)?.[0] ?? '')
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  return (
    <AppProviders root={{ ...root, session }}>
      <RouterProvider router={router} />
    </AppProviders>
  )
}
