import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type EndAnswer, type SessionsAnswer } from '../../machines/sessions.ts'
import { type Session } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toRefusedResult } from '../api/readData.ts'
import { toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseSuccess } from '../api/memberParsers.ts'
import { sessionsQuery } from '../queries/sessionsQuery.ts'

/** The actors of the sessions machine. They share the query cache with the views that list sessions. */
export const createSessionsActors = ({ api, queryClient }: { api: ApiClient; queryClient: QueryClient }) => {
  const query = sessionsQuery({ api })

  const toEndAnswer = (answer: ApiResult<unknown>, isEnded: (session: Session) => boolean): EndAnswer => {
    if (answer.kind === 'refused' && answer.refusal.code !== 'session_not_found')
      return { kind: 'refused', message: answer.refusal.message }
    queryClient.setQueryData(query.queryKey, (sessions) => sessions?.filter((session) => !isEnded(session)))
    return { kind: 'granted' }
  }

  return {
    loadSessions: fromPromise<SessionsAnswer>(async () => {
      try {
        return { kind: 'granted', sessions: await queryClient.query({ ...query, staleTime: 0 }) }
      } catch (error) {
        return toRefusedResult(error)
      }
    }),
    endSession: fromPromise<EndAnswer, { id: string }>(async ({ input: { id }, signal }) => {
      const call = api.DELETE('/wp-json/custom-plugin/sessions/{id}', { params: { path: { id } }, signal })
      return toEndAnswer(await toApiResult(call, parseSuccess), (session) => session.id === id)
    }),
    endOthers: fromPromise<EndAnswer>(async ({ signal }) => {
      const call = api.DELETE('/wp-json/custom-plugin/sessions', { signal })
      return toEndAnswer(await toApiResult(call, parseSuccess), ({ current }) => !current)
    }),
  }
}
