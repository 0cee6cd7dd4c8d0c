import { fromPromise } from 'xstate'
import { type LinkResult, type NewPassword, type ResetLink } from '../../machines/passwordReset.ts'
import { parsePasswordReset } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { HostUnreachable, toApiResult, type Refusal } from '../api/apiResult.ts'

/** Whether a refusal does not concern the link, which can then be checked again. */
const isTemporary = ({ code, status }: Refusal) => status === 429 || code === 'rest_cookie_invalid_nonce'
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
    return { kind: isTemporary(result.refusal) ? 'refused' : 'expired', message: result.refusal.message }
  }),

  setPassword: fromPromise<LinkResult, ResetLink & NewPassword>(
    async ({ input: { key, login, password, confirm }, signal }) => {
      const body = { key, login, new_password: password, confirm_password: confirm }
      const request = api.POST('/wp-json/channel/v2/user_forget/', { body, signal })
      const result = await toApiResult(request, parsePasswordReset).catch((cause: unknown) => {
        if (!(cause instanceof HostUnreachable)) throw cause
        throw new Error('We couldn’t confirm that your new password was saved. Please try again.', { cause })
      })
      if (result.kind === 'granted') return { kind: 'valid' }
      const { code, message } = result.refusal
      return { kind: expiredLinkCodes.includes(code) ? 'expired' : 'refused', message }
    },
  ),
})
