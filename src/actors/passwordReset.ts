import { fromPromise } from 'xstate'
import { type LinkResult, type NewPassword, type ResetLink } from '../../machines/passwordReset.ts'
import { parsePasswordReset } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { withReadableError } from '../api/withReadableError.ts'

/** Refusals that do not concern the link, which can be checked again. */
const temporaryRefusals = ['too_many_requests', 'rest_cookie_invalid_nonce']
/** Refusals of a new password that mean that the link no longer works. */
const expiredLinkCodes = ['invalid_key', 'expired_key']

/** The actors of the passwordReset machine. */
export const createPasswordResetActors = ({ api }: { api: ApiClient }) => ({
  checkLink: fromPromise<LinkResult, ResetLink>(async ({ input: { key, login }, signal }) => {
    const result = await toApiResult(
      api.POST('/wp-json/channel/v2/user_forget/', { body: { key, login }, signal }),
      parsePasswordReset,
    )
    if (result.kind === 'granted') return { kind: 'valid' }
    const { code, message } = result.refusal
    return { kind: temporaryRefusals.includes(code) ? 'refused' : 'expired', message }
  }),

  setPassword: fromPromise<LinkResult, ResetLink & NewPassword>(
    async ({ input: { key, login, password, confirm }, signal }) => {
      const body = { key, login, new_password: password, confirm_password: confirm }
      const result = await withReadableError(
        toApiResult(api.POST('/wp-json/channel/v2/user_forget/', { body, signal }), parsePasswordReset),
        'We couldn’t confirm that your new password was saved. Please try again.',
      )
      if (result.kind === 'granted') return { kind: 'valid' }
      const { code, message } = result.refusal
      return { kind: expiredLinkCodes.includes(code) ? 'expired' : 'refused', message }
    },
  ),
})
