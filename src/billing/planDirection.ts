import { type Plan } from '../api/paymentParsers.ts'

export type PlanDirection = 'upgrade' | 'downgrade'

type Compared = Pick<Plan, 'id' | 'order' | 'price'>

/**
 * What a change from one plan to another is: by the order that the host gives its plans, else by the price of one
 * period. Undefined for the same plan, and where neither tells.
 */
export function planDirection(from: Compared, to: Compared): PlanDirection | undefined {
  if (from.id === to.id) return undefined
  const directionBy = (one: number | undefined, other: number | undefined): PlanDirection | undefined =>
    one === undefined || other === undefined || one === other ? undefined : other > one ? 'upgrade' : 'downgrade'
  return directionBy(from.order, to.order) ?? directionBy(from.price, to.price)
}
