import { fromPromise } from 'xstate'
import { type Credentials, type SignInResult } from '../../machines/signIn.ts'
import type { ApiClient } from '../api/apiClient.ts'
import { type BrowserStorage } from '../platform/browserStorage.ts'
import { type Cookies } from '../platform/cookies.ts'
import type { LoadSessionCalls } from './loadSessionCalls.ts'
import { storeSignIn } from './storeSignIn.ts'

type Dependencies = { api: ApiClient; loadCalls: LoadSessionCalls; storage: BrowserStorage; cookies: Cookies }

/** The actors of the signIn machine, except `startSession`. */
export const createSignInActors = ({ api, loadCalls, storage, cookies }: Dependencies) => ({
  signIn: fromPromise<SignInResult, Credentials>(async ({ input, signal }) => {
    // Without cookies the user could not stay signed in, so no session is opened on the host.
    if (cookies.blockedReason() !== undefined) return { kind: 'cookiesBlocked' }
    const result = await (await loadCalls()).signIn(api, input, signal)
    if (result.kind === 'refused') return { kind: 'refused', message: result.refusal.message }
    const user = storeSignIn(storage, result.data, input.remember)
    return user ? { kind: 'granted', user } : { kind: 'cookiesBlocked' }
  }),
})
