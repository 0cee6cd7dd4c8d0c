import { fromPromise } from 'xstate'
import { type FormName, type SubmissionResult, type Values } from '../../machines/submission.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseSuccess } from '../api/memberParsers.ts'

type FormRequest = { userId: number; values: Values; signal: AbortSignal }

/** The request of each form. */
const createRequests = (api: ApiClient) =>
  ({
    support: ({ userId, values: { name = '', email = '', subject = '', message = '' }, signal }) =>
      api.POST('/wp-json/channel/v2/support', { body: { user_id: userId, name, email, subject, message }, signal }),
    bug: ({ userId, values: { email = '', summary = '', details = '', page = '', user_agent: agent = '' }, signal }) =>
      api.POST('/wp-json/channel/v2/bug-report', {
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
  }) satisfies Record<FormName, (request: FormRequest) => Parameters<typeof toApiResult>[0]>

function toSubmissionResult(result: ApiResult<{ message: string }>): SubmissionResult {
  if (result.kind === 'granted') return { kind: 'granted', message: result.data.message }
  const { code, message, fields = {} } = result.refusal
  return { kind: 'refused', message, fields: code === 'invalid_email' ? { email: message } : fields }
}

/** The actors of the submission machine, except the drafts. */
export const createSubmissionActors = ({ api }: { api: ApiClient }) => ({
  sendForm: fromPromise<SubmissionResult, { form: FormName; userId: number; values: Values }>(
    async ({ input: { form, ...request }, signal }) =>
      toSubmissionResult(await toApiResult(createRequests(api)[form]({ ...request, signal }), parseSuccess)),
  ),
})
