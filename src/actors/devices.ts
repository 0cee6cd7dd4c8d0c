import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type SignOutResult, type DevicesResult } from '../../machines/devices.ts'
import { type Session } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toRefusedResult } from '../api/readData.ts'
import { toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseSuccess } from '../api/memberParsers.ts'
import { devicesQuery } from '../queries/devicesQuery.ts'

/** The actors of the devices machine. They share the query cache with the views that list devices. */
export const createDevicesActors = ({ api, queryClient }: { api: ApiClient; queryClient: QueryClient }) => {
  const query = devicesQuery({ api })

  const toSignOutResult = (result: ApiResult<unknown>, isEnded: (session: Session) => boolean): SignOutResult => {
    if (result.kind === 'refused' && result.refusal.code !== 'session_not_found')
      return { kind: 'refused', message: result.refusal.message }
    queryClient.setQueryData(query.queryKey, (devices) => devices?.filter((session) => !isEnded(session)))
    return { kind: 'granted' }
  }

  return {
    loadDevices: fromPromise<DevicesResult>(async () => {
      try {
        return { kind: 'granted', devices: await queryClient.query({ ...query, staleTime: 0 }) }
      } catch (error) {
        return toRefusedResult(error)
      }
    }),
    signOutDevice: fromPromise<SignOutResult, { id: string }>(async ({ input: { id }, signal }) => {
      const request = api.DELETE('/wp-json/custom-plugin/sessions/{id}', { params: { path: { id } }, signal })
      return toSignOutResult(await toApiResult(request, parseSuccess), (session) => session.id === id)
    }),
    signOutOthers: fromPromise<SignOutResult>(async ({ signal }) => {
      const request = api.DELETE('/wp-json/custom-plugin/sessions', { signal })
      return toSignOutResult(await toApiResult(request, parseSuccess), ({ current }) => !current)
    }),
  }
}
