import { fromPromise } from 'xstate'
import { signInMachine, type Credentials, type SignInAnswer } from '../../../machines/signIn.ts'
import { talks, talkTo } from '../../actors/sessionTalk.ts'
import { storedUser } from '../../platform/storage.ts'
import { outcome } from '../../api/outcome.ts'
import { readSignIn } from '../../api/readers.ts'
import { type Root } from '../../app/root.tsx'

/** The sign-in machine with the host, the token storage and the session of this application. */
export const provideSignIn = ({
  host,
  storage,
  cookies,
  session,
}: Pick<Root, 'host' | 'storage' | 'cookies' | 'session'>) =>
  signInMachine.provide({
    actors: {
      signIn: fromPromise<SignInAnswer, Credentials>(async ({ input: { login, password, remember }, signal }) => {
        // Nobody could stay signed in: the host is not asked, and no session is left behind there.
        if (cookies.trouble() !== undefined) return { kind: 'unkept' }
        const answer = await outcome(
          host.POST('/wp-json/custom-plugin/user-login', {
            body: { username: login, password, remember_me: remember || '' },
            signal,
          }),
          readSignIn,
        )
        if (answer.kind === 'refused') return { kind: 'refused', message: answer.refusal.message }
        const { accessToken: access, refreshToken: refresh, user } = answer.data
        if (!storage.keepTokens({ access, refresh, remember })) {
          storage.forgetUser(true)
          return { kind: 'unkept' }
        }
        const known = storedUser(user)
        storage.keepUser(known)
        return { kind: 'granted', user: known }
      }),

      enterSession: talkTo(session, talks.enterSession),
    },
  })
