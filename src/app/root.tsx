import { type QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type sessionMachine } from '../../machines/session.ts'
import { type themeMachine } from '../../machines/theme.ts'
import { type Cookies } from '../platform/cookies.ts'
import { type BrowserStorage } from '../platform/browserStorage.ts'
import { type Tabs } from '../platform/tabs.ts'
import { type Configuration } from './configuration.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { type CheckoutStore } from './checkoutStore.ts'
import { type ReturnToChannel } from './returnToChannel.ts'

/** Everything that outlives a screen: created once in main.tsx, read with `useRoot`. */
export type Root = {
  configuration: Configuration
  api: ApiClient
  /** Loads the query client, once. */
  loadQueryClient: () => Promise<void>
  /** Throws before `loadQueryClient` has resolved. The route table awaits it before every screen behind the sign-in. */
  readonly queryClient: QueryClient
  storage: BrowserStorage
  cookies: Cookies
  tabs: Tabs
  session: ActorRefFrom<typeof sessionMachine>
  theme: ActorRefFrom<typeof themeMachine>
  /** Keeps a payment running while the user visits another screen. */
  checkoutStore: CheckoutStore
  /** The channel that a guest requested. */
  returnToChannel: ReturnToChannel
}

export const RootContext = createContext<Root | undefined>(undefined)

/** The root of the application. Throws outside of `RootContext`. */
export function useRoot(): Root {
  const root = useContext(RootContext)
  if (!root) throw new Error('useRoot outside of the application')
  return root
}
