import { memberQuery, plansQuery } from '../../actors/membershipQueries.ts'
import { sessionsQuery } from '../../actors/sessions.ts'
import { type Root } from '../../app/root.tsx'

/** What the home of the account reads. */
export const profileQueries = (root: Root, userId: number) => ({
  sessions: sessionsQuery(root),
  member: memberQuery(root, userId),
  plans: plansQuery(root),
})
