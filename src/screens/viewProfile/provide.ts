import { memberQuery } from '../../queries/memberQuery.ts'
import { userQuery } from '../../queries/userQuery.ts'
import { pendingEmailQuery } from '../../actors/profileEdit.ts'
import { type Root } from '../../app/root.tsx'

/** What the room that shows the profile reads. */
export const viewProfileQueries = (root: Root, userId: number) => ({
  member: memberQuery(root, userId),
  user: userQuery(root),
  pendingEmail: pendingEmailQuery(userId),
})
