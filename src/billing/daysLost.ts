import { daysBetween, lastDay, type Day, type Periodic } from './validUntil.ts'

/**
 * How many days earlier a plan that starts today ends than what is already paid; 0 if it ends later or has no end, and if
 * either day is unknown.
 */
export function daysLost(plan: Periodic, paidThrough: Day | undefined, today: Day): number {
  const end = lastDay(plan, today)
  return end && paidThrough ? Math.max(0, daysBetween(end, paidThrough)) : 0
}
