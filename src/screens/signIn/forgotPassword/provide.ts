import { fromPromise } from 'xstate'
import { forgotPasswordMachine, type ResetEmailAnswer } from '../../../../machines/forgotPassword.ts'
import { parseForgotPassword } from '../../../api/accountParsers.ts'
import { toFormData } from '../../../api/apiClient.ts'
import { withReadableError } from '../../../api/withReadableError.ts'
import { toApiResult } from '../../../api/apiResult.ts'
import { type Root } from '../../../app/root.tsx'

/** The machine of the forgot-password panel with the host of this application. */
export const provideForgotPassword = ({ api }: Pick<Root, 'api'>) =>
  forgotPasswordMachine.provide({
    actors: {
      askForLetter: fromPromise<ResetEmailAnswer, { email: string }>(async ({ input: { email }, signal }) => {
        const answer = await withReadableError(
          toApiResult(
            api.POST('/wp-json/channel/v2/user_forget', {
              body: { email_address: email },
              bodySerializer: toFormData,
              signal,
            }),
            parseForgotPassword,
          ),
        )
        return answer.kind === 'refused'
          ? { kind: 'refused', message: answer.refusal.message }
          : { kind: 'answered', message: answer.data.message }
      }),
    },
  })
