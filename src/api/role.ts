import { type Member } from './memberParsers.ts'

/** The role of a signed-in user. */
export type Role = 'guest' | 'membership'

/**
 * The role of a member record: `membership` if any recent subscription has a status other than cancelled, or if a plan is
 * paid for now; else `guest`. A pending or suspended subscription counts, as specified. A plan that was canceled counts
 * until the paid period ends, and a one-time plan counts although it has no subscription.
 */
export const roleOf = ({
  subscriptions,
  activeMemberships,
}: Pick<Member, 'subscriptions' | 'activeMemberships'>): Role =>
  subscriptions.some(({ status }) => status !== 'cancelled') || activeMemberships.some(({ id }) => id !== undefined)
    ? 'membership'
    : 'guest'
