import { createActor } from 'xstate'
import { sessionMachine } from '../../machines/session.ts'
import { sessionCheckMachine } from '../../machines/sessionCheck.ts'
import { themeMachine } from '../../machines/theme.ts'
import { createSessionActors } from '../actors/session.ts'
import { createSessionCheckActors } from '../actors/sessionCheck.ts'
import { sessionEvents, sendEvents } from '../actors/sessionRequests.ts'
import { readScheme, createThemeActors } from '../actors/theme.ts'
import { loadSessionCalls } from '../actors/loadSessionCalls.ts'
import { createLazyApiClient } from '../api/lazyApiClient.ts'
import { createBrowserStorage } from '../platform/browserStorage.ts'
import { createCookies } from '../platform/cookies.ts'
import { createTabs } from '../platform/tabs.ts'
import { type Configuration } from './configuration.ts'
import { subscribeToHostReturn } from './hostReturn.ts'
import { createQueryCache } from './queryCache.ts'
import { createChannelLeft } from './channelLeft.ts'
import { createReturnToChannel } from './returnToChannel.ts'
import { createOnce, type Root } from './root.tsx'

/** What the application uses of its window. */
export type AppPage = Pick<
  Window,
  'localStorage' | 'sessionStorage' | 'addEventListener' | 'removeEventListener' | 'setTimeout'
> & {
  document: Pick<Document, 'cookie' | 'addEventListener' | 'removeEventListener' | 'hasFocus'>
  location: Pick<Location, 'protocol' | 'hostname'>
}

/** Opens the channel between the tabs of this browser. The server has none. */
export type OpenChannel = (name: string) => BroadcastChannel

/** The composition root: creates everything that outlives a screen, dependencies first. */
export function createAppRoot(
  page: AppPage,
  configuration: Configuration,
  openChannel: OpenChannel = (name) => new BroadcastChannel(name),
): Root {
  const cookies = createCookies(page)
  const storage = createBrowserStorage({ local: () => page.localStorage, session: () => page.sessionStorage }, cookies)
  const tabs = createTabs(page, openChannel)
  const queryCache = createQueryCache(async () =>
    (await import('./createQueryClient.ts')).createQueryClient(() =>
      sendEvents(session, sessionEvents.hostUnreachable()),
    ),
  )
  const loadCalls = () => loadSessionCalls(configuration.brand.name)
  const { api, load: loadApi } = createLazyApiClient(async () =>
    (await loadCalls()).createApiClient({
      serviceName: configuration.brand.name,
      token: () => storage.accessToken(),
      xsrf: () => cookies.get('XSRF-TOKEN'),
      onSessionRefused: () => sendEvents(session, sessionEvents.sessionRefused()),
    }),
  )
  const sessionCheck = sessionCheckMachine.provide({
    actors: createSessionCheckActors({ api, loadCalls, storage, queryCache }),
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
    loadApi,
    loadCalls,
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
    channelLeft: createChannelLeft(),
  }
}

/** Starts the actors of a root. */
export function startAppRoot({ session, theme }: Pick<Root, 'session' | 'theme'>): void {
  theme.start()
  session.start()
}

/** Stops the actors of a root. */
export function stopAppRoot({ session, theme }: Pick<Root, 'session' | 'theme'>): void {
  session.stop()
  theme.stop()
}
