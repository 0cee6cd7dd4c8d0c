import { type Offer } from '../../machines/payment.types.ts'
import { type Member } from '../api/memberParsers.ts'
import { type Plan } from '../api/paymentParsers.ts'
import { billingDetails } from './billingDetails.ts'
import { currentPlanOf, type CurrentPlan } from './currentPlan.ts'
import { daysLost } from './daysLost.ts'
import { paidThrough } from './membershipFacts.ts'
import { paidTimeLeft } from './paidTimeLeft.ts'
import { currentSubscription, type Gateways } from './subscriptionToCancel.ts'
import { dayOf, utcDayOf } from './validUntil.ts'

/** Whether the member has this plan, and it does not end by itself. */
function isCurrent(plan: Plan, member: Member, currentPlan: CurrentPlan | undefined): boolean {
  if (plan.periodType === 'lifetime' && member.activeMemberships.some(({ id }) => id === plan.id)) return true
  // A suspended plan is paid again because its last payment failed. One of another gateway has its own warning.
  const isReplaced = currentPlan?.subscriptionToCancel !== undefined && currentPlan.planId === plan.id
  return isReplaced && currentSubscription(member)?.status === 'active'
}

/**
 * How many days that are paid for are lost with a plan that is paid now. Counted in UTC, like the ends that the membership
 * service stores: elsewhere its day may be another one, and a day would be lost or won that is not.
 */
function daysLostNow(plan: Plan, member: Member, gateways: Gateways, now: Date): number {
  const today = utcDayOf(now)
  const current = currentPlanOf(member, gateways)
  // A plan of another gateway continues.
  const isReplaced = current?.subscriptionToCancel !== undefined
  const end = current ? undefined : paidTimeLeft(member, gateways, today, utcDayOf)?.end
  return daysLost(plan, isReplaced ? paidThrough(member, utcDayOf) : end, today)
}

/** What the checkout of a plan offers a member. `region` is the country to start with where the profile has none. */
export function offerOf(plan: Plan, member: Member, gateways: Gateways, now: Date, region: string): Offer {
  const currentPlan = currentPlanOf(member, gateways)
  const paidUntil = paidThrough(member)
  const paidTime = currentPlan ? undefined : paidTimeLeft(member, gateways, dayOf(now))
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
    isCurrent: isCurrent(plan, member, currentPlan),
    paidTime,
    daysLost: daysLostNow(plan, member, gateways, now),
    billing: billingDetails(member, region),
  }
}
