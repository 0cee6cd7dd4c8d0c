export interface PlanSeed {
  readonly id: number
  readonly title: string
  /** HTML, as WordPress returns it. */
  readonly excerpt: string
  readonly cents: number
  readonly period: number
  readonly periodType: 'days' | 'weeks' | 'months' | 'years' | 'lifetime'
  /** 0: no trial. */
  readonly trialDays: number
  readonly highlighted: boolean
  readonly benefits: readonly string[]
}

/** The id of the group of all plans. The order in the group is the upgrade order. */
export const PLAN_GROUP = 100

/** The plans in the order of their group, shortest period first. */
export const PLANS: readonly PlanSeed[] = [
  {
    id: 101,
    title: 'Weekly',
    excerpt: '<p>Every channel, billed weekly. Good for an election, a storm or a big verdict.</p>',
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
    excerpt: '<p>Every channel, billed monthly. Cancel any time from your profile.</p>',
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
    excerpt: '<p>Every channel, billed every <em>three months</em>.</p>',
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
    excerpt: '<p>Every channel for a year, at the lowest price per month.</p>',
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
