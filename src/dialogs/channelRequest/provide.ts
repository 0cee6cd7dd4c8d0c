import { channelRequestMachine } from '../../../machines/channelRequest.ts'
import { channelRequestActors } from '../../actors/channelRequest.ts'
import { openDrafts } from '../../platform/drafts.ts'
import { type Root } from '../../app/root.tsx'

const drafts = openDrafts(() => window.sessionStorage)
const form = 'request'

/** What was typed and not sent, by field: one draft for the dialog and the page. */
export const requestDraft = () => drafts.get(form)
export const keepRequestDraft = (values: Readonly<Record<string, string>>) => drafts.keep(form, values)

/** The channelRequest machine with the host, this page and the draft of this tab. */
export const provideChannelRequest = ({ host }: Pick<Root, 'host'>) =>
  channelRequestMachine.provide({
    actors: channelRequestActors({ host }),
    actions: { reloadPage: () => window.location.reload(), dropDraft: () => drafts.drop(form) },
  })
