import { type CurrentPlan } from '../../billing/currentPlan.ts'
import { Notice } from '../../ui/Notice.tsx'

/**
 * Explains what the payment does to the current plan. `planTitle` is the title of the current plan, '' if it is
 * unknown; `isChoosing` means that no new plan is selected yet.
 */
export function CurrentPlanNotice({
  currentPlan,
  planTitle,
  isChoosing = false,
}: {
  currentPlan: CurrentPlan
  planTitle: string
  isChoosing?: boolean
}) {
  if (currentPlan.subscriptionToCancel) {
    return (
      <Notice>
        {isChoosing ? 'If you change plans, your' : 'Your'} new plan starts today and replaces{' '}
        {planTitle || 'your current one'}.
      </Notice>
    )
  }
  return (
    <Notice tone="unsure">
      Your {planTitle === '' ? 'plan' : `${planTitle} plan`} was bought elsewhere and we can’t cancel it for you. If you
      continue you’ll pay for both until you cancel it where you bought it.
    </Notice>
  )
}
