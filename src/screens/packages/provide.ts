import { memberQuery, plansQuery, runningOf } from '../../actors/membership.ts'
import { type Root } from '../../app/root.tsx'

/** What the screen of the plans reads: the list, and what the member who looks at it has running. */
export const packageReads = (root: Root, userId: number) => ({
  plans: plansQuery(root),
  running: {
    ...memberQuery(root, userId),
    select: (member: Parameters<typeof runningOf>[0]) => runningOf(member, root.configuration.gateways) ?? 'nothing',
  },
})
