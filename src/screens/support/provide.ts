import { submissionMachine, type FormName } from '../../../machines/submission.ts'
import { openDrafts } from '../../platform/drafts.ts'
import { faqsQuery } from '../../queries/faqs.ts'
import { submissionActors } from '../../actors/submission.ts'
import { type Root } from '../../app/root.tsx'

const drafts = openDrafts(() => window.sessionStorage)

/** The submission machine with the host and the drafts of this tab. */
export const provideSubmission = ({ host }: Pick<Root, 'host'>) =>
  submissionMachine.provide({
    actors: submissionActors({ host }),
    actions: {
      keepDraft: (_, { form, values }) => drafts.keep(form, values),
      dropDraft: (_, { form }) => drafts.drop(form),
    },
  })

/** What an earlier visit of this tab left of a form. */
export const draftOf = (form: FormName) => drafts.get(form)

export const supportReads = (root: Root) => ({ faqs: faqsQuery(root) })
