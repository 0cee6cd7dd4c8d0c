import { channelRequestMachine } from '../../../machines/channelRequest.ts'
import { channelRequestActors } from '../../actors/channelRequest.ts'
import { type Root } from '../../root.tsx'

/** The channelRequest machine with the host and this page. */
export const provideChannelRequest = ({ host }: Pick<Root, 'host'>) =>
  channelRequestMachine.provide({
    actors: channelRequestActors({ host }),
    actions: { reloadPage: () => window.location.reload() },
  })
