import { type ReactNode } from 'react'
import { type Configuration } from '../../app/configuration.ts'
import { type Plan } from '../../api/paymentParsers.ts'
import { formatPrice } from '../../billing/formatPrice.ts'
import disclosureClasses from '../../ui/disclosure.module.css'
import classes from './Summary.module.css'
import { periodText, trialText } from './planText.ts'

const orDash = (text: string | undefined): string => (text === undefined || text.trim() === '' ? '—' : text)

/**
 * The plan and its price, then `rows` of names and values ('—' if empty), then `children`. With `isCollapsible`, only
 * the plan and the price are visible; the rest expands on demand, under `rowsLabel`.
 */
export function Summary({
  plan,
  rows,
  money,
  isCollapsible = false,
  rowsLabel = 'Details',
  children,
}: {
  plan: Plan | undefined
  rows: readonly (readonly [name: string, value: string | undefined])[]
  money: Configuration['money']
  isCollapsible?: boolean
  rowsLabel?: string
  children?: ReactNode
}) {
  const trial = plan ? trialText(plan) : ''
  const price = plan && formatPrice(plan.price, money)
  const first = (
    <div className={classes.price}>
      <dt>{orDash(plan?.title)}</dt>
      <dd>
        <span className={classes.amount}>{orDash(price)}</span>{' '}
        <span className={classes.period}>{plan ? periodText(plan) : ''}</span>
      </dd>
    </div>
  )
  const others = rows.map(([name, value]) => (
    <div key={name} className={classes.row}>
      <dt>{name}</dt>
      <dd>{orDash(value)}</dd>
    </div>
  ))
  const trialNote =
    trial === '' ? null : (
      <p className={classes.trial}>
        {trial} · {formatPrice(0, money)} today
      </p>
    )
  return (
    <section
      className={isCollapsible ? `${classes.summary} ${classes.collapsible}` : classes.summary}
      aria-label="Order Summary"
    >
      <h2 className={classes.title}>Order Summary</h2>
      {isCollapsible ? (
        <>
          <dl>{first}</dl>
          {trialNote}
          <details className={classes.details}>
            <summary className={`${disclosureClasses.opener} ${classes.opener}`}>{rowsLabel}</summary>
            <dl className={classes.rows}>{others}</dl>
            {children}
          </details>
        </>
      ) : (
        <>
          <dl className={classes.rows}>
            {first}
            {others}
          </dl>
          {trialNote}
          {children}
        </>
      )}
    </section>
  )
}
