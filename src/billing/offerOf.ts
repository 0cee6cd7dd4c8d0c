import { type Offer } from '../../machines/payment.types.ts'
import { type Member } from '../api/memberParsers.ts'
import { type Plan } from '../api/paymentParsers.ts'
import { billingDetails } from './billingDetails.ts'
import { currentPlanOf } from './currentPlan.ts'
import { daysLost } from './daysLost.ts'
import { paidThrough } from './membershipFacts.ts'
import { paidTimeLeft } from './paidTimeLeft.ts'
import { type Gateways } from './subscriptionToCancel.ts'
import { type Day } from './validUntil.ts'

/** What the checkout of a plan offers a member. `region` is the country to start with where the profile has none. */
export function offerOf(plan: Plan, member: Member, gateways: Gateways, today: Day, region: string): Offer {
  const currentPlan = currentPlanOf(member, gateways)
  const paidUntil = paidThrough(member)
  const paidTime = currentPlan ? undefined : paidTimeLeft(member, gateways, today)
  return {
    planId: plan.id,
    title: plan.title,
    price: plan.price,
    period: plan.period,
    periodType: plan.periodType,
    trialDays: plan.trialDays,
    subscriptionToCancel: currentPlan?.subscriptionToCancel,
    otherGatewayPlan: currentPlan?.otherGatewayPlan,
    current: currentPlan && {
      title: member.activeMemberships.find(({ id }) => id === currentPlan.planId)?.title ?? '',
      paidThrough: paidUntil,
    },
    paidTime,
    // A plan of another gateway continues.
    daysLost: daysLost(plan, currentPlan?.subscriptionToCancel ? paidUntil : paidTime?.end, today),
    billing: billingDetails(member, region),
  }
}
