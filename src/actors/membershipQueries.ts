import { type SubscriptionToCancel, type MemberRecord } from '../../machines/reconciliation.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { errorTextFor } from '../api/errorCatalogue.ts'
import { HostUnreachable, toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parsePlan, parsePlans, type Plan } from '../api/paymentParsers.ts'
import { currentSubscription, subscriptionToCancel, type Gateways } from '../billing/subscriptionToCancel.ts'
import { parseMember, parseUser, type Member, type User } from '../api/memberParsers.ts'
import { memberKey } from '../queries/memberKey.ts'

type Dependencies = { api: ApiClient }

/** What was asked for, or an error whose message is the words for the person. */
async function unwrapGranted<T>(answer: Promise<ApiResult<T>>): Promise<T> {
  const result = await answer.catch((cause: unknown) => {
    if (cause instanceof HostUnreachable) throw new Error(errorTextFor('membershipData', cause.serverText), { cause })
    throw cause
  })
  if (result.kind === 'granted') return result.data
  throw new Error(errorTextFor('membershipData', result.refusal.message))
}

/** All plans, in the order to show. */
export const plansQuery = ({ api }: Dependencies) => ({
  queryKey: ['plans'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Plan[]> =>
    unwrapGranted(toApiResult(api.GET('/wp-json/mp/v1/memberships', { signal }), parsePlans)),
})

/** One plan. What an address names may be no number at all: nobody is asked for that. */
export const planQuery = ({ api }: Dependencies, id: string) => ({
  queryKey: ['plan', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Plan> => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw new Error(errorTextFor('membershipData'))
    return unwrapGranted(
      toApiResult(
        api.GET('/wp-json/mp/v1/memberships/{id}', { params: { path: { id: Number(id) } }, signal }),
        parsePlan,
      ),
    )
  },
})

/**
 * The member record of whoever is signed in, asked for at every look but one right after another: the session's check
 * has just read it when a page opens. What changes it from here, a payment or an edit, says so itself.
 */
export const memberQuery = ({ api }: Dependencies, id: number) => ({
  queryKey: memberKey(id),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Member> =>
    unwrapGranted(
      toApiResult(api.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id } }, signal }), parseMember),
    ),
  staleTime: 10_000,
})

/** The user record: the phone number stands only there. */
export const userQuery = ({ api }: Dependencies) => ({
  queryKey: ['user'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<User> =>
    unwrapGranted(toApiResult(api.GET('/wp-json/custom-plugin/me/', { signal }), parseUser)),
})

/**
 * The subscription that stands now. `ending` is what a change of plan ends; without one it belongs to another gateway
 * and is left alone.
 */
export type CurrentPlan = { planId: number | undefined; subscriptionToCancel: SubscriptionToCancel | undefined }

/** What a member has running; undefined where nothing stands. */
export function currentPlanOf(member: Member, gateways: Gateways): CurrentPlan | undefined {
  const current = currentSubscription(member)
  return current && { planId: current.planId, subscriptionToCancel: subscriptionToCancel(member, gateways) }
}

/** The member record, as far as paying needs it. */
export const memberRecordOf = (member: Member, gateways: Gateways): MemberRecord => ({
  subscriptions: member.subscriptions.map(({ id, planId, status }) => ({ id, planId, status })),
  subscriptionToCancel: subscriptionToCancel(member, gateways),
})
