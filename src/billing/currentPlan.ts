import { type MemberRecord } from '../../machines/payment.types.ts'
import { type Member } from '../api/memberParsers.ts'
import {
  currentSubscription,
  otherGatewaySubscription,
  subscriptionToCancel,
  type Gateways,
  type SubscriptionToCancel,
} from './subscriptionToCancel.ts'

/**
 * The plan that a member has now. A plan change cancels `subscriptionToCancel`. If it is undefined, the subscription belongs
 * to another gateway and continues. `otherGatewayPlan`: the plan of another gateway, which may run beside this one; its title
 * is '' if it is unknown.
 */
export type CurrentPlan = {
  planId: number | undefined
  subscriptionToCancel: SubscriptionToCancel | undefined
  otherGatewayPlan: { title: string } | undefined
}

/** The plan of another gateway; its title is '' if it is unknown. */
export function otherGatewayPlanOf(member: Member, gateways: Gateways): { title: string } | undefined {
  const other = otherGatewaySubscription(member, gateways)
  return other && { title: member.activeMemberships.find(({ id }) => id === other.planId)?.title ?? '' }
}

/** The plan that a member has now; undefined without an active or suspended subscription. */
export function currentPlanOf(member: Member, gateways: Gateways): CurrentPlan | undefined {
  const current = currentSubscription(member)
  return (
    current && {
      planId: current.planId,
      subscriptionToCancel: subscriptionToCancel(member, gateways),
      otherGatewayPlan: otherGatewayPlanOf(member, gateways),
    }
  )
}

/** The part of the member record that payments need. */
export const memberRecordOf = (member: Member, gateways: Gateways): MemberRecord => ({
  subscriptions: member.subscriptions.map(({ id, planId, status }) => ({ id, planId, status })),
  subscriptionToCancel: subscriptionToCancel(member, gateways),
})
