import { type PlanEnding } from '../../machines/planEnd.ts'
import { type Member } from '../api/memberParsers.ts'
import { membershipFacts } from './membershipFacts.ts'
import { type Gateways } from './subscriptionToCancel.ts'
import { daysBetween, type Day } from './validUntil.ts'

/**
 * When the plan of a member ends, if it does not renew: it is canceled, paused or a one-time plan with an end. Undefined
 * if it renews, has no end that the record shows, or has ended.
 */
export function planEnding(member: Member, gateways: Gateways, today: Day): PlanEnding | undefined {
  // Titles and lifetime plans are not needed here: a lifetime plan has no end in the record.
  const facts = membershipFacts(member, [], gateways)
  if (!facts?.paidUntil || facts.next) return undefined
  const days = daysBetween(today, facts.paidUntil)
  return days < 0 ? undefined : { end: facts.paidUntil, days }
}
