import { type CalendarDay } from '../../../machines/payment.types.ts'
import { numberFormat } from '../../billing/formats.ts'
import { formatDayInText } from '../../billing/validUntil.ts'
import { Notice } from '../../ui/Notice.tsx'

/** The plan that a member has now; its title is '' if it is unknown. `isReplaced`: the application can cancel it. */
export type ReplacedPlan = { title: string; paidThrough: CalendarDay | undefined; isReplaced: boolean }

/** The new plan, if it ends sooner than what is already paid. */
export type EarlierEnd = { title: string; end: CalendarDay; daysLost: number }

/** In US English, like the dates of the texts. */
export const daysText = (count: number): string =>
  count === 1 ? '1 day' : `${numberFormat('en-US', {}).format(count)} days`

/** Explains what the payment does to the current plan. `isChoosing` means that no new plan is selected yet. */
export function CurrentPlanNotice({
  currentPlan: { title, paidThrough, isReplaced },
  earlierEnd,
  isChoosing = false,
}: {
  currentPlan: ReplacedPlan
  earlierEnd?: EarlierEnd | undefined
  isChoosing?: boolean
}) {
  if (!isReplaced)
    return (
      <Notice tone="unsure">
        Your {title === '' ? 'plan' : `${title} plan`} was bought elsewhere and we can’t cancel it for you. If you
        continue you’ll pay for both until you cancel it where you bought it.
      </Notice>
    )
  return (
    <Notice tone={earlierEnd ? 'unsure' : 'plain'}>
      {isChoosing ? 'If you change plans, your' : 'Your'} new plan starts today and replaces{' '}
      {title || 'your current one'}. The time left on {title || 'it'}
      {paidThrough ? ` (through ${formatDayInText(paidThrough)})` : ''} is not credited or refunded.
      {earlierEnd
        ? ` ${earlierEnd.title} is paid through ${formatDayInText(earlierEnd.end)}, so you lose ${daysText(earlierEnd.daysLost)} that you already paid for.`
        : null}
    </Notice>
  )
}
