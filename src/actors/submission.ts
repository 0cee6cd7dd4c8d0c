import { fromPromise } from 'xstate'
import { type FormName, type SubmissionAnswer, type Values } from '../../machines/submission.ts'
import { type HostClient } from '../api/client.ts'
import { HostUnreachable, outcome, type Outcome } from '../api/outcome.ts'
import { readDone } from '../api/readers.ts'

type Sending = { userId: number; values: Values; signal: AbortSignal }

/** What each form becomes on the line. */
const calls = (host: HostClient) =>
  ({
    support: ({ userId, values: { name = '', email = '', subject = '', message = '' }, signal }) =>
      host.POST('/wp-json/channel/v2/support', { body: { user_id: userId, name, email, subject, message }, signal }),
    bug: ({ userId, values: { email = '', summary = '', details = '', page = '', user_agent: agent = '' }, signal }) =>
      host.POST('/wp-json/channel/v2/bug-report', {
        body: {
          user_id: userId,
          email,
          summary,
          details,
          ...(page === '' ? {} : { page }),
          ...(agent === '' ? {} : { user_agent: agent }),
        },
        signal,
      }),
  }) satisfies Record<FormName, (sending: Sending) => Parameters<typeof outcome>[0]>

function told(answer: Outcome<{ message: string }>): SubmissionAnswer {
  if (answer.kind === 'granted') return { kind: 'granted', message: answer.data.message }
  const { code, message, fields = {} } = answer.refusal
  return { kind: 'refused', message, fields: code === 'invalid_email' ? { email: message } : fields }
}

/** What the submission machine asks of the host. */
export const submissionActors = ({ host }: { host: HostClient }) => ({
  sendForm: fromPromise<SubmissionAnswer, { form: FormName; userId: number; values: Values }>(
    async ({ input: { form, ...sending }, signal }) => {
      try {
        return told(await outcome(calls(host)[form]({ ...sending, signal }), readDone))
      } catch (lost) {
        // A server in trouble that still says something: its words go first.
        if (lost instanceof HostUnreachable && lost.serverText)
          return { kind: 'refused', message: lost.serverText, fields: {} }
        throw lost
      }
    },
  ),
})
