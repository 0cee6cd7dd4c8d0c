import { type Root } from '../../app/root.tsx'
import { createPendingEmailStore } from '../../platform/pendingEmail.ts'
import { memberQuery } from '../../queries/memberQuery.ts'
import { userQuery } from '../../queries/userQuery.ts'

export const viewProfileQueries = (root: Root, userId: number) => ({
  member: memberQuery(root, userId),
  user: userQuery(root),
})

/** The new email that is not confirmed yet; '' without one. */
export const getPendingEmail = (userId: number) => createPendingEmailStore(() => window.sessionStorage).get(userId)
