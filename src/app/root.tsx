import { type QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type sessionMachine } from '../../machines/session.ts'
import { type themeMachine } from '../../machines/theme.ts'
import { type activeCancellationMachine } from '../../machines/activeCancellation.ts'
import { type ActiveCheckout } from '../features/checkout/provide.ts'
import { type Cookies } from '../platform/cookies.ts'
import { type BrowserStorage } from '../platform/browserStorage.ts'
import { type Tabs } from '../platform/tabs.ts'
import { type Configuration } from './configuration.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { type LoadSessionCalls } from '../actors/loadSessionCalls.ts'
import { type ChannelLeft } from './channelLeft.ts'
import { type ReturnToChannel } from './returnToChannel.ts'

export type ActiveCancellation = ActorRefFrom<typeof activeCancellationMachine>

/** The objects that outlive a screen: created once when the page starts, read with `useRoot`. */
export type Root = {
  configuration: Configuration
  api: ApiClient
  /** Loads the code of `api`. The application awaits it before its first screen. */
  loadApi: () => Promise<void>
  /** Loads the calls of the sign-in page. */
  loadCalls: LoadSessionCalls
  /** Loads the query client, once. */
  loadQueryClient: () => Promise<void>
  /** Throws before `loadQueryClient` has resolved. The route table awaits it before every screen behind the sign-in. */
  readonly queryClient: QueryClient
  storage: BrowserStorage
  cookies: Cookies
  tabs: Tabs
  session: ActorRefFrom<typeof sessionMachine>
  theme: ActorRefFrom<typeof themeMachine>
  /** The checkout, which continues a payment while the user visits another screen. The first screen creates it. */
  activeCheckout: (create: () => ActiveCheckout) => ActiveCheckout
  /** The cancellation, which continues while the user visits another screen. The first visit to the profile creates it. */
  activeCancellation: (create: () => ActiveCancellation) => ActiveCancellation
  /** The channel that a guest requested. */
  returnToChannel: ReturnToChannel
  channelLeft: ChannelLeft
}

/** Creates a value on the first call and returns it on every later one. */
export function createOnce<Value>(): (create: () => Value) => Value {
  let value: Value | undefined
  return (create) => (value ??= create())
}

export const RootContext = createContext<Root | undefined>(undefined)

/** The root of the application. Throws outside of `RootContext`. */
export function useRoot(): Root {
  const root = useContext(RootContext)
  if (!root) throw new Error('useRoot outside of the application')
  return root
}
