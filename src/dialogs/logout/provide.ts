import { logoutMachine } from '../../../machines/logout.ts'
import { createLogoutActors } from '../../actors/logout.ts'
import { createSessionRequestActor, sessionRequests } from '../../actors/sessionRequests.ts'
import { type Root } from '../../app/root.tsx'

/** The logout machine with its actors. */
export const provideLogout = ({ api, session }: Pick<Root, 'api' | 'session'>) =>
  logoutMachine.provide({
    actors: {
      ...createLogoutActors({ api }),
      leaveSession: createSessionRequestActor(session, sessionRequests.leaveSession),
    },
  })
