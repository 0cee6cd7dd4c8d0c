import { memberQuery, userQuery } from '../../actors/membership.ts'
import { pendingEmailQuery } from '../../actors/profile.ts'
import { type Root } from '../../app/root.tsx'

/** What the room that shows the profile reads. */
export const viewProfileQueries = (root: Root, userId: number) => ({
  member: memberQuery(root, userId),
  user: userQuery(root),
  pendingEmail: pendingEmailQuery(userId),
})
