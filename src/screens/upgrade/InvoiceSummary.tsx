import { type Configuration } from '../../app/configuration.ts'
import { type Plan, type Transaction } from '../../api/paymentParsers.ts'
import { dayOf, formatDay } from '../../billing/validUntil.ts'
import { Summary } from '../../features/plan/Summary.tsx'

/** The summary in the phone layout: the plan, and on demand the member's latest invoice. */
export function InvoiceSummary({
  plan,
  transaction,
  username,
  money,
}: {
  plan: Plan | undefined
  transaction: Transaction | null | undefined
  username: string | undefined
  money: Configuration['money']
}) {
  const rows = [
    ['Invoice ID', transaction ? String(transaction.id) : undefined],
    ['Date', transaction?.createdAt && formatDay(dayOf(new Date(transaction.createdAt)))],
    ['Transaction ID', transaction?.number],
    ['Username', username],
  ] as const
  return <Summary plan={plan} rows={rows} money={money} isCollapsible rowsLabel="Last payment" />
}
