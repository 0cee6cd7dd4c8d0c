import { fromPromise } from 'xstate'
import { type ApprovalInput, type ApprovalResult } from '../../machines/deviceApproval.setup.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseDeviceToApprove } from '../api/deviceParsers.ts'

/** How long the form is locked if the host does not say, and at most, in seconds. */
const [defaultLock, maxLock] = [60, 86_400]

/** The actors of the deviceApproval machine. */
export const createDeviceApprovalActors = ({ api }: { api: ApiClient }) => ({
  decide: fromPromise<ApprovalResult, ApprovalInput>(async ({ input: { userCode, decision }, signal }) => {
    const result = await toApiResult(
      api.POST('/wp-json/custom-plugin/device/approve', { body: { user_code: userCode, decision }, signal }),
      parseDeviceToApprove,
    )
    if (result.kind === 'granted') return { kind: 'granted', device: result.data }
    const { code, message, retryAfterSeconds = defaultLock } = result.refusal
    switch (code) {
      case 'invalid_user_code':
        return { kind: 'wrong' }
      case 'expired_token':
      case 'user_code_used':
        return { kind: 'expired' }
      case 'too_many_requests':
        return { kind: 'locked', message, lockedMs: Math.min(retryAfterSeconds, maxLock) * 1000 }
      default:
        return { kind: 'refused', message }
    }
  }),
})
