import { useId } from 'react'
import { Link } from 'react-router-dom'
import { type Role } from '../../../machines/session.types.ts'
import { type Configuration } from '../../app/configuration.ts'
import { type Plan } from '../../api/paymentParsers.ts'
import { periodText, trialText } from '../../features/plan/planText.ts'
import { SupportLink } from '../../features/support/SupportLink.tsx'
import { paths } from '../../app/paths.ts'
import { planDirection } from '../../billing/planDirection.ts'
import { canBeSold, paymentTerms } from '../../billing/paymentTerms.ts'
import { formatPrice } from '../../billing/formatPrice.ts'
import { comparablePrice, type Saving } from '../../billing/bestSaving.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDayInText, type Day } from '../../billing/validUntil.ts'
import classes from './Packages.module.css'

/** The next date of a plan: the end of the paid time of the current one, else the renewal of one that starts today. */
function dateText(plan: Plan, isMemberPlan: boolean, paidThrough: Day | undefined, today: Day): string {
  if (plan.periodType === 'lifetime') return 'One-time payment'
  if (isMemberPlan) return paidThrough ? `Paid through ${formatDayInText(paidThrough)}` : 'End date not available'
  const next = paymentTerms(plan, today)?.next
  return next ? `${plan.trialDays > 0 ? 'First charge' : 'Renews'} ${formatDayInText(next)}` : ''
}

const labels = { upgrade: 'Upgrade', downgrade: 'Downgrade' } as const

/**
 * Shows one plan: its price, its period, its benefits and the link to its checkout. `memberPlan` is the current plan of a member and
 * `paidThrough` the end of its paid time, `saving` the saving over the monthly plan, only for the plan that saves most.
 */
export function PlanCard({
  plan,
  role,
  memberPlan,
  paidThrough,
  saving,
  today,
  money,
}: {
  plan: Plan
  role: Role
  memberPlan: Plan | undefined
  paidThrough: Day | undefined
  saving: Saving | undefined
  today: Day
  money: Configuration['money']
}) {
  const titleId = useId()
  const isMemberPlan = memberPlan?.id === plan.id
  const direction = memberPlan && planDirection(memberPlan, plan)
  const isSold = canBeSold(plan, today, money)
  const trial = trialText(plan)
  const perMonth = formatPrice(comparablePrice(plan), money)
  const action =
    role === 'guest'
      ? { to: paths.subscribe(plan.id), label: 'Subscribe' }
      : { to: paths.upgrade(plan.id, direction), label: direction ? labels[direction] : 'Choose Plan' }
  return (
    <article className={isMemberPlan ? `${classes.plan} ${classes.current}` : classes.plan} aria-labelledby={titleId}>
      <header className={classes.header}>
        <h2 id={titleId} className={classes.name}>
          {plan.title}
        </h2>
        {isMemberPlan ? (
          <span className={classes.mark}>Current plan</span>
        ) : plan.isHighlighted ? (
          <span className={classes.mark}>Recommended</span>
        ) : null}
      </header>
      <p className={classes.price}>
        <span className={classes.amount}>{formatPrice(plan.price, money) ?? '—'}</span>{' '}
        <span className={classes.period}>{periodText(plan)}</span>
      </p>
      {perMonth === undefined ? null : <p className={classes.period}>About {perMonth} per month</p>}
      {isMemberPlan || saving === undefined ? null : (
        <p className={classes.saving}>
          Save {saving.percent}% vs. {saving.comparedTo}
        </p>
      )}
      <p className={classes.excerpt}>{plan.excerpt}</p>
      {trial ? <p className={classes.trial}>{trial}</p> : null}
      {plan.benefits.length > 0 ? (
        <ul className={classes.benefits} aria-label="Benefits">
          {plan.benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      ) : null}
      <p className={classes.until}>
        {isMemberPlan || isSold
          ? dateText(plan, isMemberPlan, paidThrough, today)
          : 'This plan can’t be bought right now: its price or period isn’t available.'}
      </p>
      <div className={classes.action}>
        {isMemberPlan ? null : !isSold ? (
          <SupportLink>Contact support</SupportLink>
        ) : (
          <Button
            fullWidth
            variant={plan.isHighlighted && !memberPlan ? 'filled' : 'default'}
            aria-label={`${action.label}: ${plan.title}`}
            renderRoot={(props) => <Link to={action.to} {...props} />}
          >
            {action.label}
          </Button>
        )}
      </div>
    </article>
  )
}
