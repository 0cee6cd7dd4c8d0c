import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type EndResult, type SessionsResult } from '../../machines/sessions.ts'
import { type Session } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toRefusedResult } from '../api/readData.ts'
import { toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseSuccess } from '../api/memberParsers.ts'
import { sessionsQuery } from '../queries/sessionsQuery.ts'

/** The actors of the sessions machine. They share the query cache with the views that list sessions. */
export const createSessionsActors = ({ api, queryClient }: { api: ApiClient; queryClient: QueryClient }) => {
  const query = sessionsQuery({ api })

  const toEndResult = (result: ApiResult<unknown>, isEnded: (session: Session) => boolean): EndResult => {
    if (result.kind === 'refused' && result.refusal.code !== 'session_not_found')
      return { kind: 'refused', message: result.refusal.message }
    queryClient.setQueryData(query.queryKey, (sessions) => sessions?.filter((session) => !isEnded(session)))
    return { kind: 'granted' }
  }

  return {
    loadSessions: fromPromise<SessionsResult>(async () => {
      try {
        return { kind: 'granted', sessions: await queryClient.query({ ...query, staleTime: 0 }) }
      } catch (error) {
        return toRefusedResult(error)
      }
    }),
    endSession: fromPromise<EndResult, { id: string }>(async ({ input: { id }, signal }) => {
      const call = api.DELETE('/wp-json/custom-plugin/sessions/{id}', { params: { path: { id } }, signal })
      return toEndResult(await toApiResult(call, parseSuccess), (session) => session.id === id)
    }),
    endOthers: fromPromise<EndResult>(async ({ signal }) => {
      const call = api.DELETE('/wp-json/custom-plugin/sessions', { signal })
      return toEndResult(await toApiResult(call, parseSuccess), ({ current }) => !current)
    }),
  }
}
