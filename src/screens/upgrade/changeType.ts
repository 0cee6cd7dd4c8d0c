/** The direction of the plan change as the URL names it; undefined without one. */
export type ChangeType = 'upgrade' | 'downgrade' | undefined

export const parseChangeType = (text: string | null): ChangeType =>
  text === 'upgrade' || text === 'downgrade' ? text : undefined

/** The labels of each type (specification §2). `plan` precedes 'Plan' in the heading. */
const labels = {
  upgrade: { plan: 'Upgrade', heading: 'Upgrade', buy: 'Upgrade', done: 'Membership Upgraded Successfully!' },
  downgrade: { plan: 'Downgrade', heading: 'Downgrade', buy: 'Downgrade', done: 'Membership Downgraded Successfully!' },
  unknown: { plan: 'Choose', heading: 'Choose Plan', buy: 'Buy Plan', done: 'You’re subscribed.' },
} as const

export const changeTypeLabels = (type: ChangeType) => labels[type ?? 'unknown']
