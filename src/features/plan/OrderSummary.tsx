import { type ReactNode } from 'react'
import { type Configuration } from '../../app/configuration.ts'
import { type Plan } from '../../api/paymentParsers.ts'
import { firstChargeDay, formatDay, validUntil, type Day } from '../../billing/validUntil.ts'
import { Summary } from './Summary.tsx'

/** The buyer; unknown values are undefined. */
export type Buyer = { name: string | undefined; username: string | undefined; email: string | undefined }

/**
 * The plan, the buyer, the day of the first charge and the valid-until date. `today` is undefined on the server.
 * `isCollapsible` saves space on a phone.
 */
export function OrderSummary({
  plan,
  buyer,
  today,
  money,
  isCollapsible = false,
  children,
}: {
  plan: Plan | undefined
  buyer: Buyer
  today: Day | undefined
  money: Configuration['money']
  isCollapsible?: boolean
  children?: ReactNode
}) {
  const rows = [
    ['Name', buyer.name],
    ['Username', buyer.username],
    ['E-mail', buyer.email],
    ['Payment date', today && formatDay(plan ? firstChargeDay(plan, today) : today)],
    ['Valid until', plan && today && validUntil(plan, today)],
  ] as const
  return (
    <Summary plan={plan} rows={rows} money={money} isCollapsible={isCollapsible}>
      {children}
    </Summary>
  )
}
