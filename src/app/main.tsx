import '../ui/tokens.css'
import '../ui/base.css'
import { useSelector } from '@xstate/react'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { createActor } from 'xstate'
import { sessionMachine } from '../../machines/session.ts'
import { sessionCheckMachine } from '../../machines/sessionCheck.ts'
import { themeMachine } from '../../machines/theme.ts'
import { openCookies } from '../platform/cookies.ts'
import { sessionActors } from '../actors/session.ts'
import { checkSession, sessionCheckActors } from '../actors/sessionCheck.ts'
import { remarks, say } from '../actors/sessionTalk.ts'
import { openStorage } from '../platform/storage.ts'
import { openTabs } from '../platform/tabs.ts'
import { schemeOf, themeActors } from '../actors/theme.ts'
import { configurationOf, type Configuration } from './configuration.ts'
import { createHostClient } from '../api/client.ts'
import { standingOf } from './access.ts'
import { inspectorAsked } from './inspector/asked.ts'
import { reads } from './queryClient.ts'
import { RootContext, useRoot, type Root } from './root.tsx'
import { createRouter } from './routes.tsx'
import { openTill } from './checkoutStore.ts'
import { guardMarkup } from './trustedTypes.ts'
import { Provider } from '../ui/Provider.tsx'
import { openWayBack } from './returnToChannel.ts'

/** Makes everything that outlives a screen, in the order in which one needs the other. */
function compose(page: Window & typeof globalThis, configuration: Configuration): Root {
  const cookies = openCookies(page.document, () => page.isSecureContext)
  const storage = openStorage({ local: () => page.localStorage, session: () => page.sessionStorage }, cookies)
  const tabs = openTabs(page, (name) => new BroadcastChannel(name))
  const host = createHostClient({
    token: storage.accessToken,
    xsrf: () => cookies.get('XSRF-TOKEN'),
    onSessionRefused: () => say(session, remarks.callRefused()),
  })
  const check = sessionCheckMachine.provide({ actors: sessionCheckActors({ host, storage, reads }) })
  const session = createActor(
    sessionMachine.provide({
      actors: { ...sessionActors({ storage, tabs, reads, page }), checkSession: checkSession(check) },
    }),
    { input: { user: storage.get('userParams'), role: storage.get('userRole') ?? undefined } },
  )
  const theme = createActor(themeMachine.provide({ actors: themeActors({ storage, tabs }) }), {
    input: { scheme: schemeOf(storage) },
  })
  const till = openTill()
  // Whoever is signed out takes a payment under way along: nothing of it is left running.
  session.subscribe((snapshot) => {
    if (!snapshot.matches('signedIn')) till.close()
  })
  return {
    configuration,
    host,
    get queryClient() {
      return reads.client()
    },
    storage,
    cookies,
    tabs,
    session,
    theme,
    till,
    wayBack: openWayBack(() => page.sessionStorage),
  }
}

function Application({ router }: { router: ReturnType<typeof createRouter> }) {
  const { theme } = useRoot()
  const scheme = useSelector(theme, (snapshot) => (snapshot.matches('dark') ? 'dark' : 'light'))
  return (
    <Provider scheme={scheme}>
      <RouterProvider router={router} />
    </Provider>
  )
}

function begin(configuration: Configuration): void {
  const root = compose(window, configuration)
  root.theme.start()
  root.session.start()
  const router = createRouter()
  router.subscribe(({ location }) => root.wayBack.arrived(location, standingOf(root.session.getSnapshot())))

  const ground = document.getElementById('root')
  if (!ground) throw new Error('index.html has no #root')
  const application = createRoot(ground)
  // As a transition, so that React draws the first screen in slices: a slow phone stays able to answer a touch meanwhile.
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

guardMarkup(window)
const configuration = configurationOf(document)
const inspector = inspectorAsked(window, () => window.sessionStorage, configuration)
if (inspector === undefined) begin(configuration)
else
  // Before the first actor is made; a page whose inspector can't be loaded goes on without.
  import('./inspector/connect.ts')
    .then(({ connectInspector }) => connectInspector(window, inspector))
    .catch((error: unknown) => console.error(error))
    .finally(() => begin(configuration))
