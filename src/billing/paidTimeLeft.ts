import { type PaidTime } from '../../machines/accountRemoval.ts'
import { type Member } from '../api/memberParsers.ts'
import { membershipFacts } from './membershipFacts.ts'
import { type Gateways } from './subscriptionToCancel.ts'
import { dayOf, daysBetween, type Day } from './validUntil.ts'

/**
 * The time that a member without a running plan has paid for: what is left of a canceled plan or a one-time plan. `days`
 * are those after today. Undefined if nothing is left. `toDay` chooses the time zone of the end.
 */
export function paidTimeLeft(member: Member, gateways: Gateways, today: Day, toDay = dayOf): PaidTime | undefined {
  const facts = member.activeMemberships.length > 0 ? membershipFacts(member, [], gateways, toDay) : undefined
  if (!facts) return undefined
  const end = facts.paidUntil
  const days = end && daysBetween(today, end)
  return days !== undefined && days <= 0 ? undefined : { plan: facts.plan ?? '', end, days }
}
