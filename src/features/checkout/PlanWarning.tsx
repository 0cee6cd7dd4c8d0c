import { type Offer } from '../../../machines/payment.types.ts'
import { lastDay, type Day } from '../../billing/validUntil.ts'
import { CurrentPlanNotice, daysText } from '../plan/CurrentPlanNotice.tsx'
import { Checkbox } from '../../ui/Checkbox.ts'

/**
 * What the payment does to the current plan. If it costs the member paid days or a second payment, a box must be ticked
 * before a payment method is offered. `onChange` is undefined while the box can't be changed.
 */
export function PlanWarning({
  offer,
  today,
  isAccepted,
  onChange,
}: {
  offer: Offer
  today: Day
  isAccepted: boolean
  onChange: ((isAccepted: boolean) => void) | undefined
}) {
  const { current, daysLost, hasOtherGatewaySubscription } = offer
  if (!current) return null
  const end = daysLost > 0 ? lastDay(offer, today) : undefined
  const label = hasOtherGatewaySubscription
    ? 'I understand that I’ll pay for both plans.'
    : daysLost > 0
      ? `I understand that I lose ${daysText(daysLost)}.`
      : ''
  return (
    <>
      <CurrentPlanNotice
        currentPlan={{ ...current, isReplaced: !hasOtherGatewaySubscription }}
        earlierEnd={end && { title: offer.title, end, daysLost }}
      />
      {label === '' ? null : (
        <Checkbox
          label={label}
          checked={isAccepted}
          disabled={onChange === undefined}
          onChange={(event) => onChange?.(event.currentTarget.checked)}
        />
      )}
    </>
  )
}
