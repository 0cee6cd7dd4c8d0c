import { Link } from 'react-router-dom'
import { type Offer } from '../../../machines/payment.types.ts'
import { paths } from '../../app/paths.ts'
import { formatDayInText, lastDay, type Day } from '../../billing/validUntil.ts'
import { CurrentPlanNotice, daysText, earlierEndText, PaidTimeNotice } from '../plan/CurrentPlanNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Checkbox } from '../../ui/Checkbox.ts'
import classes from './PlanWarning.module.css'

const changedText =
  'Your membership may have changed while this page was open. You haven’t been charged. Check the plan and its terms before you pay.'

/**
 * What the payment does to the current plan. If it costs paid days or is a second payment, a box must be ticked before a
 * payment method is offered. `isChanged`: the last press on Pay found another membership than the page had shown.
 * `onChange` is undefined while the box can't be changed.
 */
export function PlanWarning({
  offer,
  isChanged,
  today,
  isAccepted,
  onChange,
  hidden = false,
}: {
  offer: Offer
  isChanged: boolean
  today: Day
  isAccepted: boolean
  onChange: ((isAccepted: boolean) => void) | undefined
  hidden?: boolean | undefined
}) {
  const { current, daysLost, subscriptionToCancel, otherGatewayPlan, paidTime, isCurrent } = offer
  const title = offer.title || 'this plan'
  const end = daysLost > 0 ? lastDay(offer, today) : undefined
  const earlierEnd = end && { title: offer.title, end, daysLost }
  const costs = [
    daysLost > 0 ? `I’ll lose ${daysText(daysLost)}` : undefined,
    otherGatewayPlan ? 'I’ll pay for both plans' : undefined,
    isCurrent ? `I’ll pay for ${title} again` : undefined,
  ].filter((cost) => cost !== undefined)
  return (
    <div className={classes.warning} hidden={hidden}>
      <Notice tone="unsure">{isChanged ? changedText : null}</Notice>
      {isCurrent ? (
        <Notice tone="unsure">
          You already have {title}
          {current?.paidThrough ? ` through ${formatDayInText(current.paidThrough)}` : ''}. If you pay again, your plan
          starts over today, and the time left is not credited or refunded.
          {earlierEnd ? ` ${earlierEndText(earlierEnd)}` : null} <Link to={paths.profile()}>Go to your plan</Link>
        </Notice>
      ) : null}
      <CurrentPlanNotice
        replaced={isCurrent ? undefined : subscriptionToCancel && current}
        otherGatewayPlan={otherGatewayPlan}
        earlierEnd={earlierEnd}
      />
      {paidTime && !isCurrent ? <PaidTimeNotice {...paidTime} earlierEnd={earlierEnd} /> : null}
      {costs.length === 0 ? null : (
        <Checkbox
          label={`I understand that ${costs.join(' and that ')}.`}
          checked={isAccepted}
          disabled={onChange === undefined}
          onChange={(event) => onChange?.(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}
