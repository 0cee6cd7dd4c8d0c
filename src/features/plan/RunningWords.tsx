import { type Running } from '../../actors/membership.ts'
import { Notice } from '../../ui/Notice.tsx'

const paidBy = { card: 'by card', paypal: 'with PayPal' } as const

/**
 * What becomes of the plan that runs when another one is paid, in plain words and before anything is paid. `plan` is
 * the title of the one that runs, '' where it is not known.
 */
export function RunningWords({ running, plan }: { running: Running; plan: string }) {
  const yours = plan === '' ? 'Your plan' : `Your ${plan} plan`
  return (
    <Notice>
      {running.ending
        ? `${yours} is paid ${paidBy[running.ending.gateway]}. It ends when you pay for another one, and the new one begins at once.`
        : `${yours} is paid in a way that can’t be ended from here. It is left alone: it goes on, and is charged, beside the new one until you end it where you bought it.`}
    </Notice>
  )
}
