import { fromPromise } from 'xstate'
import { logoutMachine } from '../../../machines/logout.ts'
import { talks, talkTo } from '../../actors/sessionTalk.ts'
import { outcome } from '../../api/outcome.ts'
import { type Root } from '../../app/root.tsx'

/** The logout machine with the host and the session of this application. */
export const provideLogout = ({ host, session }: Pick<Root, 'host' | 'session'>) =>
  logoutMachine.provide({
    actors: {
      tellHost: fromPromise<undefined>(async ({ signal }) => {
        await outcome(host.POST('/wp-json/custom-plugin/logout', { signal, keepalive: true }), () => undefined)
        return undefined
      }),
      leaveSession: talkTo(session, talks.leaveSession),
    },
  })
