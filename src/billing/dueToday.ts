import { type Plan } from '../api/paymentParsers.ts'

/** What a plan charges when it starts, in major units: 0 with a trial, else its price. */
export const dueToday = ({ price, trialDays }: Pick<Plan, 'price' | 'trialDays'>): number | undefined =>
  trialDays > 0 ? 0 : price
