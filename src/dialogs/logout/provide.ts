import { fromPromise, waitFor } from 'xstate'
import { logoutMachine } from '../../../machines/logout.ts'
import { outcome } from '../../host/outcome.ts'
import { type Root } from '../../root.tsx'

const untold =
  'You are logged out on this device. The service could not be told, so end the session under All sessions later.'

/** The logout machine with the host and the session of this application. */
export const provideLogout = ({ host, session }: Pick<Root, 'host' | 'session'>) =>
  logoutMachine.provide({
    actors: {
      tellHost: fromPromise<undefined>(async ({ signal }) => {
        await outcome(host.POST('/wp-json/custom-plugin/logout', { signal, keepalive: true }), () => undefined)
        return undefined
      }),
      leaveSession: fromPromise<undefined, { told: boolean }>(async ({ input: { told } }) => {
        session.send({ type: 'session.leave', word: told ? undefined : untold })
        await waitFor(session, (snapshot) => snapshot.matches('signedOut'))
        return undefined
      }),
    },
  })
