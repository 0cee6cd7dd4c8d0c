import { memberQuery } from '../../queries/memberQuery.ts'
import { plansQuery } from '../../queries/plansQuery.ts'
import { devicesQuery } from '../../queries/devicesQuery.ts'
import { type Root } from '../../app/root.tsx'

/** The queries of the profile page. */
export const profileQueries = (root: Root, userId: number) => ({
  devices: devicesQuery(root),
  member: memberQuery(root, userId),
  plans: plansQuery(root),
})
