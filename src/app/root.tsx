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

/** What outlives every screen: made once in the composition root, reached by `useRoot`. */
export type Root = {
  configuration: Configuration
  api: ApiClient
  /** Only behind the sign-in: it arrives with the screens there. */
  readonly queryClient: QueryClient
  storage: BrowserStorage
  cookies: Cookies
  tabs: Tabs
  session: ActorRefFrom<typeof sessionMachine>
  theme: ActorRefFrom<typeof themeMachine>
  /** Where a payment goes on while one looks at another screen. */
  checkoutStore: CheckoutStore
  /** The channel that a guest came for. */
  returnToChannel: ReturnToChannel
}

export const RootContext = createContext<Root | undefined>(undefined)

/** The root of the application. Throws outside of it, which is a mistake in the code. */
export function useRoot(): Root {
  const root = useContext(RootContext)
  if (!root) throw new Error('useRoot outside of the application')
  return root
}
