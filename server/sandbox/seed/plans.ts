export interface PlanSeed {
  readonly id: number
  readonly title: string
  /** HTML, as an editor of the host writes it. */
  readonly excerpt: string
  readonly cents: number
  readonly period: number
  readonly periodType: 'days' | 'weeks' | 'months' | 'years' | 'lifetime'
  /** 0: no trial. */
  readonly trialDays: number
  readonly highlighted: boolean
  readonly benefits: readonly string[]
}

/** Id of the group that all plans belong to; its order is the way up. */
export const PLAN_GROUP = 100

/** The plans in the order of their group, cheapest period first. */
export const PLANS: readonly PlanSeed[] = [
  {
    id: 101,
    title: 'Week Pass',
    excerpt: '<p>Seven days of every channel. Enough for an election, a storm or a trial.</p>',
    cents: 650,
    period: 7,
    periodType: 'days',
    trialDays: 0,
    highlighted: false,
    benefits: ['All live channels', 'HD stream', 'No ads'],
  },
  {
    id: 102,
    title: 'Monthly',
    excerpt: '<p>Every channel, month by month. Cancel whenever you like.</p>',
    cents: 1999,
    period: 1,
    periodType: 'months',
    trialDays: 0,
    highlighted: true,
    benefits: ['All live channels', 'HD stream', 'No ads', 'Every device you own'],
  },
  {
    id: 103,
    title: 'Quarterly',
    excerpt: '<p>Three months at a time, and one conversation fewer about <em>bills</em>.</p>',
    cents: 4900,
    period: 3,
    periodType: 'months',
    trialDays: 0,
    highlighted: false,
    benefits: ['All live channels', 'HD stream', 'No ads', 'Every device you own'],
  },
  {
    id: 104,
    title: 'Yearly',
    excerpt: '<p>The whole year, with seven days to think it over first.</p>',
    cents: 17_900,
    period: 1,
    periodType: 'years',
    trialDays: 7,
    highlighted: false,
    benefits: ['All live channels', 'HD stream', 'No ads', 'Every device you own', 'Requests answered first'],
  },
]

export function planOf(id: number): PlanSeed | undefined {
  return PLANS.find((plan) => plan.id === id)
}
