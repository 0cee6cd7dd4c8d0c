import { fromPromise } from 'xstate'
import { logoutMachine } from '../../../machines/logout.ts'
import { sessionRequests, createSessionRequestActor } from '../../actors/sessionRequests.ts'
import { toApiResult } from '../../api/apiResult.ts'
import { type Root } from '../../app/root.tsx'

/** The logout machine with the host and the session of this application. */
export const provideLogout = ({ api, session }: Pick<Root, 'api' | 'session'>) =>
  logoutMachine.provide({
    actors: {
      tellHost: fromPromise<undefined>(async ({ signal }) => {
        await toApiResult(api.POST('/wp-json/custom-plugin/logout', { signal, keepalive: true }), () => undefined)
        return undefined
      }),
      leaveSession: createSessionRequestActor(session, sessionRequests.leaveSession),
    },
  })
