import { useSelector } from '@xstate/react'
import { RouterProvider, type RouteObject } from 'react-router-dom'
import { createActor } from 'xstate'
import { sessionMachine } from '../../machines/session.ts'
import { sessionCheckMachine } from '../../machines/sessionCheck.ts'
import { themeMachine } from '../../machines/theme.ts'
import { createSessionActors } from '../actors/session.ts'
import { createSessionCheckActors } from '../actors/sessionCheck.ts'
import { sessionEvents, sendEvents } from '../actors/sessionRequests.ts'
import { readScheme, createThemeActors } from '../actors/theme.ts'
import { createApiClient } from '../api/apiClient.ts'
import { createBrowserStorage } from '../platform/browserStorage.ts'
import { createCookies } from '../platform/cookies.ts'
import { createTabs } from '../platform/tabs.ts'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { authStateOf } from './accessRules.ts'
import { type Configuration } from './configuration.ts'
import { subscribeToHostReturn } from './hostReturn.ts'
import { createQueryCache } from './queryCache.ts'
import { createReturnToChannel } from './returnToChannel.ts'
import { createOnce, RootContext, useRoot, type Root } from './root.tsx'
import { createRouter, type AppRouter } from './routes.tsx'

/** What the application uses of its window. */
export type AppPage = Pick<
  Window,
  'localStorage' | 'sessionStorage' | 'addEventListener' | 'removeEventListener' | 'setTimeout'
> & {
  document: Pick<Document, 'cookie' | 'addEventListener' | 'removeEventListener' | 'hasFocus'>
  location: Pick<Location, 'protocol' | 'hostname'>
}

/** What differs on the server: the router, and that no other tab exists. */
type AppParts = {
  openRouter?: (routes: RouteObject[]) => AppRouter
  openChannel?: (name: string) => BroadcastChannel
}

/** The composition root: creates everything that outlives a screen, dependencies first. */
function createAppRoot(page: AppPage, configuration: Configuration, openChannel: AppParts['openChannel']): Root {
  const cookies = createCookies(page)
  const storage = createBrowserStorage({ local: () => page.localStorage, session: () => page.sessionStorage }, cookies)
  const tabs = createTabs(page, openChannel ?? ((name) => new BroadcastChannel(name)))
  const queryCache = createQueryCache(async () =>
    (await import('./createQueryClient.ts')).createQueryClient(() =>
      sendEvents(session, sessionEvents.hostUnreachable()),
    ),
  )
  const api = createApiClient({
    serviceName: configuration.brand.name,
    token: () => storage.accessToken(),
    xsrf: () => cookies.get('XSRF-TOKEN'),
    onSessionRefused: () => sendEvents(session, sessionEvents.sessionRefused()),
  })
  const sessionCheck = sessionCheckMachine.provide({
    actors: createSessionCheckActors({ api, storage, queryCache }),
  })
  const session = createActor(
    sessionMachine.provide({
      actors: {
        ...createSessionActors({ storage, tabs, queryCache, page }),
        sessionCheck,
      },
    }),
    { input: { user: storage.get('userParams'), role: storage.get('userRole') ?? undefined } },
  )
  subscribeToHostReturn(session, () => queryCache.refetchFailed())
  const theme = createActor(themeMachine.provide({ actors: createThemeActors({ storage, tabs }) }), {
    input: { scheme: readScheme(storage) },
  })
  return {
    configuration,
    api,
    loadQueryClient: () => queryCache.load(),
    get queryClient() {
      return queryCache.get()
    },
    storage,
    cookies,
    tabs,
    session,
    theme,
    activeCheckout: createOnce(),
    activeCancellation: createOnce(),
    returnToChannel: createReturnToChannel(() => page.sessionStorage),
  }
}

function Application({ router }: { router: ReturnType<typeof createRouter> }) {
  const { theme } = useRoot()
  const scheme = useSelector(theme, (snapshot) => (snapshot.matches('dark') ? 'dark' : 'light'))
  return (
    <ThemeProvider scheme={scheme}>
      <RouterProvider router={router} />
    </ThemeProvider>
  )
}

/**
 * Creates the application: starts its actors and its router. `element` is rendered once. The caller ends a second one in
 * the same page with `stop`.
 */
export function createApp(page: AppPage, configuration: Configuration, { openRouter, openChannel }: AppParts = {}) {
  const root = createAppRoot(page, configuration, openChannel)
  root.theme.start()
  root.session.start()
  const router = createRouter(root, openRouter)
  router.subscribe(({ location }) =>
    root.returnToChannel.onNavigated(location, authStateOf(root.session.getSnapshot())),
  )
  const element = (
    <RootContext value={root}>
      <Application router={router} />
    </RootContext>
  )
  const stop = () => {
    router.dispose()
    root.session.stop()
    root.theme.stop()
  }
  return { root, router, element, stop }
}
