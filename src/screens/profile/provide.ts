import { memberQuery } from '../../queries/memberQuery.ts'
import { plansQuery } from '../../queries/plansQuery.ts'
import { sessionsQuery } from '../../queries/sessionsQuery.ts'
import { type Root } from '../../app/root.tsx'

/** The queries of the profile page. */
export const profileQueries = (root: Root, userId: number) => ({
  sessions: sessionsQuery(root),
  member: memberQuery(root, userId),
  plans: plansQuery(root),
})
