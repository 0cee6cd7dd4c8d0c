import { type Plan } from '../host/paymentReaders.ts'

/** The way from one plan to another. */
export type PlanStep = 'upgrade' | 'downgrade'

/**
 * Which way it is from the plan that runs to another: by the order of their group where the host gives it for both,
 * else by what one period of each costs. Undefined for the same plan and where neither tells: the page then says
 * 'Choose Plan'.
 */
export function planStep(
  from: Pick<Plan, 'id' | 'order' | 'price'>,
  to: Pick<Plan, 'id' | 'order' | 'price'>,
): PlanStep | undefined {
  if (from.id === to.id) return undefined
  const way = (one: number | undefined, other: number | undefined): PlanStep | undefined =>
    one === undefined || other === undefined || one === other ? undefined : other > one ? 'upgrade' : 'downgrade'
  return way(from.order, to.order) ?? way(from.price, to.price)
}
