import { deviceSignInMachine } from '../../../machines/deviceSignIn.ts'
import { createDeviceSignInActors } from '../../actors/deviceSignIn.ts'
import { createSessionRequestActor, sessionRequests } from '../../actors/sessionRequests.ts'
import { type Root } from '../../app/root.tsx'
import { createDeviceCodeStore } from '../../platform/deviceCodeStore.ts'

/** The deviceSignIn machine with its actors. */
export const provideDeviceSignIn = ({
  api,
  storage,
  cookies,
  session,
}: Pick<Root, 'api' | 'storage' | 'cookies' | 'session'>) => {
  const codeStore = createDeviceCodeStore(() => window.sessionStorage)
  return deviceSignInMachine.provide({
    actors: {
      ...createDeviceSignInActors({ api, storage, cookies, codeStore, page: () => document }),
      startSession: createSessionRequestActor(session, sessionRequests.startSession),
    },
  })
}
