import { type CalendarDay } from '../../../machines/payment.types.ts'
import { numberFormat } from '../../billing/formats.ts'
import { formatDayInText } from '../../billing/validUntil.ts'
import { Notice } from '../../ui/Notice.tsx'

/** The plan that a new one replaces; its title is '' if it is unknown. */
export type ReplacedPlan = { title: string; paidThrough: CalendarDay | undefined }

/** The new plan, if it ends sooner than what is already paid. */
export type EarlierEnd = { title: string; end: CalendarDay; daysLost: number }

/** Says how many paid days the new plan loses. */
export const earlierEndText = ({ title, end, daysLost }: EarlierEnd): string =>
  `${title} is paid through ${formatDayInText(end)}, so you lose ${daysText(daysLost)} that you already paid for.`

/** What is known of the time left on a plan that does not renew. The title is '' if it is unknown. */
export const timeLeftText = ({ plan, end }: { plan: string; end: CalendarDay | undefined }): string =>
  end ? `Your ${plan ? `${plan} plan` : 'plan'} ends on ${formatDayInText(end)}.` : `You have ${plan || 'a plan'}.`

/** In US English, like the dates of the texts. */
export const daysText = (count: number): string =>
  count === 1 ? '1 day' : `${numberFormat('en-US', {}).format(count)} days`

/**
 * Explains what a payment does to the time left on a plan that does not renew. `end` is undefined for a plan without an end.
 * `isChoosing` means that no new plan is selected yet.
 */
export function PaidTimeNotice({
  plan,
  end,
  earlierEnd,
  isChoosing = false,
}: {
  plan: string
  end: CalendarDay | undefined
  earlierEnd?: EarlierEnd | undefined
  isChoosing?: boolean
}) {
  return (
    <Notice tone={earlierEnd ? 'unsure' : 'plain'}>
      {timeLeftText({ plan, end })}{' '}
      {isChoosing ? 'If you choose a plan now, it starts today, and the' : 'Your new plan starts today. The'} time left
      on {plan || 'the other one'} is not credited or refunded.
      {earlierEnd ? ` ${earlierEndText(earlierEnd)}` : null}
    </Notice>
  )
}

/**
 * Explains what the payment does to the current plan: the one it replaces, and the one of another gateway, which continues.
 * `isChoosing` means that no new plan is selected yet.
 */
export function CurrentPlanNotice({
  replaced,
  otherGatewayPlan,
  earlierEnd,
  isChoosing = false,
}: {
  replaced: ReplacedPlan | undefined
  otherGatewayPlan: { title: string } | undefined
  earlierEnd?: EarlierEnd | undefined
  isChoosing?: boolean
}) {
  return (
    <>
      {replaced ? (
        <Notice tone={earlierEnd ? 'unsure' : 'plain'}>
          {isChoosing ? 'If you change plans, your' : 'Your'} new plan starts today and replaces{' '}
          {replaced.title || 'your current one'}. The time left on {replaced.title || 'it'}
          {replaced.paidThrough ? ` (through ${formatDayInText(replaced.paidThrough)})` : ''} is not credited or
          refunded.
          {earlierEnd ? ` ${earlierEndText(earlierEnd)}` : null}
        </Notice>
      ) : null}
      {otherGatewayPlan ? (
        <Notice tone="unsure">
          Your {otherGatewayPlan.title === '' ? 'plan' : `${otherGatewayPlan.title} plan`} was bought elsewhere and we
          can’t cancel it for you. If you continue you’ll pay for both until you cancel it where you bought it.
        </Notice>
      ) : null}
    </>
  )
}
