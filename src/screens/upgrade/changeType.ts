/** The way from the plan that runs to the one of the address; undefined where the address does not tell. */
export type ChangeType = 'upgrade' | 'downgrade' | undefined

export const parseChangeType = (text: string | null): ChangeType =>
  text === 'upgrade' || text === 'downgrade' ? text : undefined

/** What each type is called (specification §2). `plan` is the word before 'Plan' in the heading. */
const labels = {
  upgrade: { plan: 'Upgrade', heading: 'Upgrade', buy: 'Upgrade', done: 'Membership Upgraded Successfully!' },
  downgrade: { plan: 'Downgrade', heading: 'Downgrade', buy: 'Downgrade', done: 'Membership Downgraded Successfully!' },
  unknown: { plan: 'Choose', heading: 'Choose Plan', buy: 'Buy Plan', done: 'You’re subscribed.' },
} as const

export const changeTypeLabels = (type: ChangeType) => labels[type ?? 'unknown']
