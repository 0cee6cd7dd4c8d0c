import { type Ending, type MemberRecord } from '../../machines/reconciliation.ts'
import { type HostClient } from '../api/client.ts'
import { wordsFor } from '../api/errorCatalogue.ts'
import { HostUnreachable, outcome, type Outcome } from '../api/outcome.ts'
import { readPlan, readPlans, type Plan } from '../api/paymentReaders.ts'
import { currentSubscription, subscriptionToEnd, type Gateways } from '../billing/subscriptionToEnd.ts'
import { readMember, readUser, type Member, type User } from '../api/readers.ts'
import { memberKey } from '../queries/memberKey.ts'

type World = { host: HostClient }

/** What was asked for, or an error whose message is the words for the person. */
async function granted<T>(answer: Promise<Outcome<T>>): Promise<T> {
  const told = await answer.catch((cause: unknown) => {
    if (cause instanceof HostUnreachable) throw new Error(wordsFor('membershipData', cause.serverText), { cause })
    throw cause
  })
  if (told.kind === 'granted') return told.data
  throw new Error(wordsFor('membershipData', told.refusal.message))
}

/** All plans, in the order to show. */
export const plansQuery = ({ host }: World) => ({
  queryKey: ['plans'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Plan[]> =>
    granted(outcome(host.GET('/wp-json/mp/v1/memberships', { signal }), readPlans)),
})

/** One plan. What an address names may be no number at all: nobody is asked for that. */
export const planQuery = ({ host }: World, id: string) => ({
  queryKey: ['plan', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Plan> => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw new Error(wordsFor('membershipData'))
    return granted(
      outcome(host.GET('/wp-json/mp/v1/memberships/{id}', { params: { path: { id: Number(id) } }, signal }), readPlan),
    )
  },
})

/**
 * The member record of whoever is signed in, asked for at every look but one right after another: the session's check
 * has just read it when a page opens. What changes it from here, a payment or an edit, says so itself.
 */
export const memberQuery = ({ host }: World, id: number) => ({
  queryKey: memberKey(id),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Member> =>
    granted(outcome(host.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id } }, signal }), readMember)),
  staleTime: 10_000,
})

/** The user record: the phone number stands only there. */
export const userQuery = ({ host }: World) => ({
  queryKey: ['user'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<User> =>
    granted(outcome(host.GET('/wp-json/custom-plugin/me/', { signal }), readUser)),
})

/**
 * The subscription that stands now. `ending` is what a change of plan ends; without one it belongs to another gateway
 * and is left alone.
 */
export type Running = { planId: number | undefined; ending: Ending | undefined }

/** What a member has running; undefined where nothing stands. */
export function runningOf(member: Member, gateways: Gateways): Running | undefined {
  const current = currentSubscription(member)
  return current && { planId: current.planId, ending: subscriptionToEnd(member, gateways) }
}

/** The member record, as far as paying needs it. */
export const recordOf = (member: Member, gateways: Gateways): MemberRecord => ({
  subscriptions: member.subscriptions.map(({ id, planId, status }) => ({ id, planId, status })),
  toEnd: subscriptionToEnd(member, gateways),
})
