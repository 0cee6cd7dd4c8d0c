import '../ui/tokens.css'
import '../ui/base.css'
import { useSelector } from '@xstate/react'
import workerPath from 'hls.js/dist/hls.worker.js?url'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { createActor } from 'xstate'
import { sessionMachine } from '../../machines/session.ts'
import { sessionCheckMachine } from '../../machines/sessionCheck.ts'
import { themeMachine } from '../../machines/theme.ts'
import { createCookies } from '../platform/cookies.ts'
import { createSessionActors } from '../actors/session.ts'
import { createSessionCheckActors } from '../actors/sessionCheck.ts'
import { sessionEvents, sendEvents } from '../actors/sessionRequests.ts'
import { createBrowserStorage } from '../platform/browserStorage.ts'
import { createTabs } from '../platform/tabs.ts'
import { readScheme, createThemeActors } from '../actors/theme.ts'
import { readPageConfiguration, type Configuration } from './configuration.ts'
import { createApiClient } from '../api/apiClient.ts'
import { authStateOf } from './accessRules.ts'
import { inspectorUrl } from './inspector/inspectorUrl.ts'
import { createQueryCache } from './queryCache.ts'
import { createOnce, RootContext, useRoot, type Root } from './root.tsx'
import { createRouter } from './routes.tsx'
import { installTrustedTypesPolicy } from './installTrustedTypesPolicy.ts'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { createReturnToChannel } from './returnToChannel.ts'

/** The composition root: creates everything that outlives a screen, dependencies first. */
function createAppRoot(page: Window & typeof globalThis, configuration: Configuration): Root {
  const cookies = createCookies(page)
  const storage = createBrowserStorage({ local: () => page.localStorage, session: () => page.sessionStorage }, cookies)
  const tabs = createTabs(page, (name) => new BroadcastChannel(name))
  const queryCache = createQueryCache(async () => (await import('./createQueryClient.ts')).createQueryClient())
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

function startApp(configuration: Configuration): void {
  const root = createAppRoot(window, configuration)
  root.theme.start()
  root.session.start()
  const router = createRouter(root)
  router.subscribe(({ location }) =>
    root.returnToChannel.onNavigated(location, authStateOf(root.session.getSnapshot())),
  )

  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  const application = createRoot(container)
  // In a transition React renders the first screen in slices, so a slow phone stays responsive.
  startTransition(() =>
    application.render(
      <StrictMode>
        <RootContext value={root}>
          <Application router={router} />
        </RootContext>
      </StrictMode>,
    ),
  )
}

const configuration = readPageConfiguration(document)
installTrustedTypesPolicy(window, configuration, workerPath)
const inspector = inspectorUrl(window, () => window.sessionStorage, configuration)
if (inspector === undefined) startApp(configuration)
else
  // The inspector must connect before the first actor is created. If it fails, the page starts without it.
  import('./inspector/connectInspector.ts')
    .then(({ connectInspector }) => connectInspector(window, inspector))
    .catch((error: unknown) => console.error(error))
    .finally(() => startApp(configuration))
