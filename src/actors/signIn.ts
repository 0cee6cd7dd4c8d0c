import { fromPromise } from 'xstate'
import { type Credentials, type SignInResult } from '../../machines/signIn.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseSignIn } from '../api/memberParsers.ts'
import { type BrowserStorage } from '../platform/browserStorage.ts'
import { type Cookies } from '../platform/cookies.ts'
import { storeSignIn } from './storeSignIn.ts'

type Dependencies = { api: ApiClient; storage: BrowserStorage; cookies: Cookies }

/** The actors of the signIn machine, except `startSession`. */
export const createSignInActors = ({ api, storage, cookies }: Dependencies) => ({
  signIn: fromPromise<SignInResult, Credentials>(async ({ input: { login, password, remember }, signal }) => {
    // Without cookies the user could not stay signed in, so no session is opened on the host.
    if (cookies.blockedReason() !== undefined) return { kind: 'cookiesBlocked' }
    const result = await toApiResult(
      api.POST('/wp-json/custom-plugin/user-login', {
        body: { username: login, password, remember_me: remember || '' },
        signal,
      }),
      parseSignIn,
    )
    if (result.kind === 'refused') return { kind: 'refused', message: result.refusal.message }
    const user = storeSignIn(storage, result.data, remember)
    return user ? { kind: 'granted', user } : { kind: 'cookiesBlocked' }
  }),
})
