import { channelRequestMachine } from '../../../machines/channelRequest.ts'
import { createChannelRequestActors } from '../../actors/channelRequest.ts'
import { createDraftStore } from '../../platform/draftStore.ts'
import { type Root } from '../../app/root.tsx'

const drafts = createDraftStore(() => window.sessionStorage)
const form = 'request'

/** The values that were not submitted, by field. The dialog and the page share one draft. */
export const getRequestDraft = () => drafts.get(form)
export const saveRequestDraft = (values: Readonly<Record<string, string>>) => drafts.set(form, values)

/** The channelRequest machine with the API, this page and the draft of this tab. */
export const provideChannelRequest = ({ api, queryClient }: Pick<Root, 'api' | 'queryClient'>) =>
  channelRequestMachine.provide({
    actors: createChannelRequestActors({ api, queryClient }),
    actions: { reloadPage: () => window.location.reload(), removeDraft: () => drafts.remove(form) },
  })
