import { fromPromise } from 'xstate'
import { forgotPasswordMachine, type LetterAnswer } from '../../../../machines/forgotPassword.ts'
import { readForgot } from '../../../api/accountReaders.ts'
import { asForm } from '../../../api/client.ts'
import { orSay } from '../../../api/noAnswer.ts'
import { outcome } from '../../../api/outcome.ts'
import { type Root } from '../../../app/root.tsx'

/** The machine of the forgot-password panel with the host of this application. */
export const provideForgotPassword = ({ host }: Pick<Root, 'host'>) =>
  forgotPasswordMachine.provide({
    actors: {
      askForLetter: fromPromise<LetterAnswer, { email: string }>(async ({ input: { email }, signal }) => {
        const answer = await orSay(
          outcome(
            host.POST('/wp-json/channel/v2/user_forget', {
              body: { email_address: email },
              bodySerializer: asForm,
              signal,
            }),
            readForgot,
          ),
        )
        return answer.kind === 'refused'
          ? { kind: 'refused', message: answer.refusal.message }
          : { kind: 'answered', message: answer.data.message }
      }),
    },
  })
