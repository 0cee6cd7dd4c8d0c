import { type Plan } from '../../api/paymentParsers.ts'
import { useRoot } from '../../app/root.tsx'
import { type Day } from '../../billing/validUntil.ts'
import classes from './PaymentTerms.module.css'
import { termsText } from './planText.ts'

/** What the button below charges, when and how often, and the documents that apply. */
export function PaymentTerms({
  plan,
  today,
}: {
  plan: Pick<Plan, 'price' | 'period' | 'periodType' | 'trialDays'>
  today: Day
}) {
  const { links, money } = useRoot().configuration
  return (
    <p className={classes.terms}>
      {termsText(plan, today, money)}{' '}
      <a href={links.terms} target="_blank" rel="noreferrer">
        Terms
      </a>
      {' · '}
      <a href={links.privacy} target="_blank" rel="noreferrer">
        Privacy
      </a>
    </p>
  )
}
