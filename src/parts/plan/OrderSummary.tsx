import { type ReactNode } from 'react'
import { type Configuration } from '../../configuration.ts'
import { type Plan } from '../../host/paymentReaders.ts'
import { formatPrice } from '../../money/price.ts'
import { formatDay, validUntil, type Day } from '../../money/validUntil.ts'
import classes from './OrderSummary.module.css'
import { periodText, trialText } from './words.ts'

/** Who buys, as far as is known. */
export type Buyer = { name: string | undefined; username: string | undefined; email: string | undefined }

const orDash = (text: string | undefined): string => (text === undefined || text.trim() === '' ? '—' : text)

/** What is bought, by whom, and until when it lasts. A row without a value shows '—'. `children` stands below. */
export function OrderSummary({
  plan,
  buyer,
  today,
  money,
  children,
}: {
  plan: Plan | undefined
  buyer: Buyer
  today: Day
  money: Configuration['money']
  children?: ReactNode
}) {
  const rows = [
    ['Name', orDash(buyer.name)],
    ['Username', orDash(buyer.username)],
    ['E-mail', orDash(buyer.email)],
    ['Payment date', formatDay(today)],
    ['Valid until', orDash(plan && validUntil(plan, today))],
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
