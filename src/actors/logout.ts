import { fromPromise } from 'xstate'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'

/** The actors of the logout machine, except `leaveSession`. */
export const createLogoutActors = ({ api }: { api: ApiClient }) => ({
  endSession: fromPromise<undefined>(async ({ signal }) => {
    await toApiResult(api.POST('/wp-json/custom-plugin/logout', { signal, keepalive: true }), () => undefined)
    return undefined
  }),
})
