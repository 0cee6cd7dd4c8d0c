import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type PaidTime, type RemovalResult } from '../../machines/accountRemoval.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseSuccess } from '../api/memberParsers.ts'
import { toRefusedResult } from '../api/readData.ts'
import { paidTimeLeft } from '../billing/paidTimeLeft.ts'
import { currentSubscription, type Gateways } from '../billing/subscriptionToCancel.ts'
import { dayOf } from '../billing/validUntil.ts'
import { memberQuery } from '../queries/memberQuery.ts'

type Dependencies = {
  api: ApiClient
  queryClient: QueryClient
  gateways: Gateways
  user: () => { ID: number; user_email: string } | undefined
}

/** The actors of the accountRemoval machine. */
export const createAccountRemovalActors = ({ api, queryClient, gateways, user }: Dependencies) => ({
  requestRemoval: fromPromise<RemovalResult, { paidTime: PaidTime | undefined }>(async ({ input, signal }) => {
    const { ID: id, user_email: email } = user() ?? { ID: 0, user_email: '' }
    // Not every host refuses the request while a plan runs, and the plan would go on being charged.
    const member = await queryClient.query({ ...memberQuery({ api }, id), staleTime: 0 }).catch(toRefusedResult)
    if ('kind' in member) return member
    const running = currentSubscription(member)
    if (running) {
      const plan = member.activeMemberships.find((membership) => membership.id === running.planId)
      return { kind: 'planRunning', plan: plan?.title ?? '' }
    }
    const paidTime = paidTimeLeft(member, gateways, dayOf(new Date()))
    if (paidTime && !input.paidTime) return { kind: 'losingTime', paidTime }
    const request = api.POST('/wp-json/custom-plugin/erase-request', { body: { user_id: id, email }, signal })
    const result = await toApiResult(request, parseSuccess)
    if (result.kind === 'granted') return { kind: 'granted', email }
    const { code, message } = result.refusal
    return code === 'active_subscription' ? { kind: 'planRunning', plan: '' } : { kind: 'refused', message }
  }),
})
