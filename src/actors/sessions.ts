import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type EndAnswer, type SessionsAnswer } from '../../machines/sessions.ts'
import { parseSessions, type Session } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { withReadableError } from '../api/withReadableError.ts'
import { toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseSuccess } from '../api/memberParsers.ts'

const sessionsKey = ['sessions'] as const
const unreachableText = 'No answer. Check your connection and try again.'

/** The sessions as a shared read, for who only looks at them. */
export const sessionsQuery = ({ api }: { api: ApiClient }) =>
  queryOptions({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => {
      const answer = await withReadableError(
        toApiResult(api.GET('/wp-json/custom-plugin/sessions', { signal }), parseSessions),
        unreachableText,
      )
      if (answer.kind === 'refused') throw new Error(answer.refusal.message || 'Something went wrong')
      return answer.data
    },
  })

/** What the sessions machine asks of the host. What it learns is what the short list shows, too. */
export const createSessionsActors = ({ api, queryClient }: { api: ApiClient; queryClient: QueryClient }) => {
  const updateCache = (change: (sessions: readonly Session[]) => Session[]) =>
    queryClient.setQueryData<Session[]>(sessionsKey, (sessions) => sessions && change(sessions))

  const toEndAnswer = (answer: ApiResult<unknown>, isEnded: (session: Session) => boolean): EndAnswer => {
    if (answer.kind === 'refused' && answer.refusal.code !== 'session_not_found')
      return { kind: 'refused', message: answer.refusal.message }
    updateCache((sessions) => sessions.filter((session) => !isEnded(session)))
    return { kind: 'granted' }
  }

  return {
    loadSessions: fromPromise<SessionsAnswer>(async ({ signal }) => {
      const answer = await toApiResult(api.GET('/wp-json/custom-plugin/sessions', { signal }), parseSessions)
      if (answer.kind === 'refused') return { kind: 'refused', message: answer.refusal.message }
      queryClient.setQueryData(sessionsKey, answer.data)
      return { kind: 'granted', sessions: answer.data }
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
