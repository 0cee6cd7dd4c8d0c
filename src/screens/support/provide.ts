import { submissionMachine, type FormName } from '../../../machines/submission.ts'
import { createDraftStore } from '../../platform/draftStore.ts'
import { faqsQuery } from '../../queries/faqsQuery.ts'
import { createSubmissionActors } from '../../actors/submission.ts'
import { type Root } from '../../app/root.tsx'

const drafts = createDraftStore(() => window.sessionStorage)

/** The submission machine with the API and the drafts of this tab. */
export const provideSubmission = ({ api }: Pick<Root, 'api'>) =>
  submissionMachine.provide({
    actors: createSubmissionActors({ api }),
    actions: {
      saveDraft: (_, { form, values }) => drafts.set(form, values),
      removeDraft: (_, { form }) => drafts.remove(form),
    },
  })

/** The draft of a form in this tab. */
export const getDraft = (form: FormName) => drafts.get(form)

export const supportQueries = (root: Root) => ({ faqs: faqsQuery(root) })
