import { signInMachine } from '../../../machines/signIn.ts'
import { createSessionRequestActor, sessionRequests } from '../../actors/sessionRequests.ts'
import { createSignInActors } from '../../actors/signIn.ts'
import { type Root } from '../../app/root.tsx'

/** The signIn machine with its actors. */
export const provideSignIn = (root: Pick<Root, 'api' | 'loadCalls' | 'storage' | 'cookies' | 'session'>) =>
  signInMachine.provide({
    actors: {
      ...createSignInActors(root),
      startSession: createSessionRequestActor(root.session, sessionRequests.startSession),
    },
  })
