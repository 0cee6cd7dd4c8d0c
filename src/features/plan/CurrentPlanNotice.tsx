import { type CurrentPlan } from '../../billing/currentPlan.ts'
import { Notice } from '../../ui/Notice.tsx'

const paidBy = { card: 'by card', paypal: 'with PayPal' } as const

/**
 * Explains before the payment what happens to the current plan. `plan` is the title of the current plan, '' if it is
 * unknown.
 */
export function CurrentPlanNotice({ currentPlan, planTitle }: { currentPlan: CurrentPlan; planTitle: string }) {
  const planName = planTitle === '' ? 'Your plan' : `Your ${planTitle} plan`
  return (
    <Notice>
      {currentPlan.subscriptionToCancel
        ? `${planName} is paid ${paidBy[currentPlan.subscriptionToCancel.gateway]}. It ends when you pay for another one, and the new one begins at once.`
        : `${planName} is paid in a way that can’t be ended from here. It is left alone: it goes on, and is charged, beside the new one until you end it where you bought it.`}
    </Notice>
  )
}
