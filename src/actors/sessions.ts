import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type EndAnswer, type SessionsAnswer } from '../../machines/sessions.ts'
import { readSessions, type Session } from '../api/accountReaders.ts'
import { type HostClient } from '../api/client.ts'
import { orSay } from '../api/noAnswer.ts'
import { outcome, type Outcome } from '../api/outcome.ts'
import { readDone } from '../api/readers.ts'

const key = ['sessions'] as const
const lost = 'No answer. Check your connection and try again.'

/** The sessions as a shared read, for who only looks at them. */
export const sessionsQuery = ({ host }: { host: HostClient }) =>
  queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const answer = await orSay(outcome(host.GET('/wp-json/custom-plugin/sessions', { signal }), readSessions), lost)
      if (answer.kind === 'refused') throw new Error(answer.refusal.message || 'Something went wrong')
      return answer.data
    },
  })

/** What the sessions machine asks of the host. What it learns is what the short list shows, too. */
export const sessionsActors = ({ host, queryClient }: { host: HostClient; queryClient: QueryClient }) => {
  const keep = (change: (sessions: readonly Session[]) => Session[]) =>
    queryClient.setQueryData<Session[]>(key, (sessions) => sessions && change(sessions))

  const told = (answer: Outcome<unknown>, ended: (session: Session) => boolean): EndAnswer => {
    if (answer.kind === 'refused' && answer.refusal.code !== 'session_not_found')
      return { kind: 'refused', message: answer.refusal.message }
    keep((sessions) => sessions.filter((session) => !ended(session)))
    return { kind: 'granted' }
  }

  return {
    loadSessions: fromPromise<SessionsAnswer>(async ({ signal }) => {
      const answer = await outcome(host.GET('/wp-json/custom-plugin/sessions', { signal }), readSessions)
      if (answer.kind === 'refused') return { kind: 'refused', message: answer.refusal.message }
      queryClient.setQueryData(key, answer.data)
      return { kind: 'granted', sessions: answer.data }
    }),
    endSession: fromPromise<EndAnswer, { id: string }>(async ({ input: { id }, signal }) => {
      const call = host.DELETE('/wp-json/custom-plugin/sessions/{id}', { params: { path: { id } }, signal })
      return told(await outcome(call, readDone), (session) => session.id === id)
    }),
    endOthers: fromPromise<EndAnswer>(async ({ signal }) => {
      const call = host.DELETE('/wp-json/custom-plugin/sessions', { signal })
      return told(await outcome(call, readDone), ({ current }) => !current)
    }),
  }
}
