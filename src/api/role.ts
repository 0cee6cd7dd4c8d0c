import { type Member } from './memberParsers.ts'

/** The role of a signed-in user. */
export type Role = 'guest' | 'membership'

/**
 * The role of a member record: `membership` if any recent subscription has a status other than cancelled, else
 * `guest`, also without any subscription. A pending or suspended one counts, as specified.
 */
export const roleOf = (member: Pick<Member, 'subscriptions'>): Role =>
  member.subscriptions.some((subscription) => subscription.status !== 'cancelled') ? 'membership' : 'guest'
