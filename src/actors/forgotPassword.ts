import { fromPromise } from 'xstate'
import { type ResetEmailResult } from '../../machines/forgotPassword.ts'
import { parseForgotPassword } from '../api/accountParsers.ts'
import { toFormData, type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'

/** The actors of the forgotPassword machine. */
export const createForgotPasswordActors = ({ api }: { api: ApiClient }) => ({
  requestResetEmail: fromPromise<ResetEmailResult, { email: string }>(async ({ input: { email }, signal }) => {
    const result = await toApiResult(
      api.POST('/wp-json/channel/v2/user_forget', {
        body: { email_address: email },
        bodySerializer: toFormData,
        signal,
      }),
      parseForgotPassword,
    )
    return result.kind === 'refused'
      ? { kind: 'refused', message: result.refusal.message }
      : { kind: 'responded', message: result.data.message }
  }),
})
