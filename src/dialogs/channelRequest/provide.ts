import { channelRequestMachine } from '../../../machines/channelRequest.ts'
import { createChannelRequestActors } from '../../actors/channelRequest.ts'
import { createDraftStore } from '../../platform/draftStore.ts'
import { type Root } from '../../app/root.tsx'

const drafts = createDraftStore(() => window.sessionStorage)
const form = 'request'

/** What was typed and not sent, by field: one draft for the dialog and the page. */
export const getRequestDraft = () => drafts.get(form)
export const saveRequestDraft = (values: Readonly<Record<string, string>>) => drafts.set(form, values)

/** The channelRequest machine with the API, this page and the draft of this tab. */
export const provideChannelRequest = ({ api }: Pick<Root, 'api'>) =>
  channelRequestMachine.provide({
    actors: createChannelRequestActors({ api }),
    actions: { reloadPage: () => window.location.reload(), removeDraft: () => drafts.remove(form) },
  })
