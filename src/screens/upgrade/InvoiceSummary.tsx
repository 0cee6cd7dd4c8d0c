import { type ReactNode } from 'react'
import { type Configuration } from '../../configuration.ts'
import { type Plan, type Transaction } from '../../host/paymentReaders.ts'
import { formatPrice } from '../../money/price.ts'
import { dayOf, formatDay } from '../../money/validUntil.ts'
import classes from '../../parts/plan/OrderSummary.module.css'
import { periodText, trialText } from '../../parts/plan/words.ts'

const orDash = (text: string | undefined): string => (text === undefined || text.trim() === '' ? '—' : text)

/** The summary on a phone: what is bought, and the member's invoice. A row without a value shows '—'. */
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
    ['Invoice id', orDash(transaction ? String(transaction.id) : undefined)],
    ['Date', orDash(transaction?.createdAt && formatDay(dayOf(new Date(transaction.createdAt))))],
    ['Transaction id', orDash(transaction?.number)],
    ['Username', orDash(username)],
  ] as const
  const trial = plan ? trialText(plan) : ''
  return (
    <section className={classes.summary} aria-label="Order Summary">
      <h2 className={classes.title}>Order Summary</h2>
      <dl className={classes.rows}>
        <div className={classes.price}>
          <dt>{orDash(plan?.title)}</dt>
          <dd>
            <span className={classes.amount}>{orDash(plan && formatPrice(plan.price, money))}</span>{' '}
            <span className={classes.period}>{plan ? periodText(plan) : ''}</span>
          </dd>
        </div>
        {rows.map(([name, value]) => (
          <div key={name} className={classes.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {trial === '' ? null : <p className={classes.trial}>{trial}: nothing is charged today.</p>}
      {children}
    </section>
  )
}
