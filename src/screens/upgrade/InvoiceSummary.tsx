import { type ReactNode } from 'react'
import { type Configuration } from '../../app/configuration.ts'
import { type Plan, type Transaction } from '../../api/paymentParsers.ts'
import { dayOf, formatDay } from '../../billing/validUntil.ts'
import { Summary } from '../../features/plan/Summary.tsx'

/** The summary in the phone layout: the plan and the member's latest invoice. */
export function InvoiceSummary({
  plan,
  transaction,
  username,
  money,
  children,
}: {
  plan: Plan | undefined
  transaction: Transaction | null | undefined
  username: string | undefined
  money: Configuration['money']
  children?: ReactNode
}) {
  const rows = [
    ['Last invoice', transaction ? String(transaction.id) : undefined],
    ['Last payment', transaction?.createdAt && formatDay(dayOf(new Date(transaction.createdAt)))],
    ['Last transaction', transaction?.number],
    ['Username', username],
  ] as const
  return (
    <Summary plan={plan} rows={rows} money={money}>
      {children}
    </Summary>
  )
}
