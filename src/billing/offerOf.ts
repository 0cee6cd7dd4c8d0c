import { type Offer } from '../../machines/payment.types.ts'
import { type Member } from '../api/memberParsers.ts'
import { type Plan } from '../api/paymentParsers.ts'
import { currentPlanOf } from './currentPlan.ts'
import { type Gateways } from './subscriptionToCancel.ts'

/** What the checkout of a plan offers a member. */
export function offerOf(plan: Plan, member: Member, gateways: Gateways): Offer {
  const currentPlan = currentPlanOf(member, gateways)
  return {
    planId: plan.id,
    title: plan.title,
    price: plan.price,
    period: plan.period,
    periodType: plan.periodType,
    trialDays: plan.trialDays,
    subscriptionToCancel: currentPlan?.subscriptionToCancel,
    hasOtherGatewaySubscription: currentPlan !== undefined && currentPlan.subscriptionToCancel === undefined,
  }
}
