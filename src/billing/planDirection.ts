import { type Plan } from '../api/paymentParsers.ts'

export type PlanDirection = 'upgrade' | 'downgrade'

type Compared = Pick<Plan, 'id' | 'order' | 'price'>

/**
 * The direction of a plan change: by the host's order of the plans, else by the price per period. Undefined for
 * the same plan and if neither differs.
 */
export function planDirection(from: Compared, to: Compared): PlanDirection | undefined {
  if (from.id === to.id) return undefined
  const directionBy = (one: number | undefined, other: number | undefined): PlanDirection | undefined =>
    one === undefined || other === undefined || one === other ? undefined : other > one ? 'upgrade' : 'downgrade'
  return directionBy(from.order, to.order) ?? directionBy(from.price, to.price)
}
