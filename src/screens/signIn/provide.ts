import { fromPromise } from 'xstate'
import { signInMachine, type Credentials, type SignInAnswer } from '../../../machines/signIn.ts'
import { sessionRequests, createSessionRequestActor } from '../../actors/sessionRequests.ts'
import { toStoredUser } from '../../platform/browserStorage.ts'
import { toApiResult } from '../../api/apiResult.ts'
import { parseSignIn } from '../../api/memberParsers.ts'
import { type Root } from '../../app/root.tsx'

/** The sign-in machine with the host, the token storage and the session of this application. */
export const provideSignIn = ({
  api,
  storage,
  cookies,
  session,
}: Pick<Root, 'api' | 'storage' | 'cookies' | 'session'>) =>
  signInMachine.provide({
    actors: {
      signIn: fromPromise<SignInAnswer, Credentials>(async ({ input: { login, password, remember }, signal }) => {
        // Nobody could stay signed in: the host is not asked, and no session is left behind there.
        if (cookies.blockedReason() !== undefined) return { kind: 'unkept' }
        const answer = await toApiResult(
          api.POST('/wp-json/custom-plugin/user-login', {
            body: { username: login, password, remember_me: remember || '' },
            signal,
          }),
          parseSignIn,
        )
        if (answer.kind === 'refused') return { kind: 'refused', message: answer.refusal.message }
        const { accessToken: access, refreshToken: refresh, user } = answer.data
        if (!storage.setTokens({ access, refresh, remember })) {
          storage.clearUser(true)
          return { kind: 'unkept' }
        }
        const known = toStoredUser(user)
        storage.setUser(known)
        return { kind: 'granted', user: known }
      }),

      startSession: createSessionRequestActor(session, sessionRequests.startSession),
    },
  })
