import { type ReactNode } from 'react'
import { type PaymentMethod } from '../../../machines/payment.types.ts'
import { Radio } from '../../ui/Radio.ts'
import classes from './PaymentMethodChoice.module.css'

type Choice = Exclude<PaymentMethod['kind'], 'savedCard'>

const choices = [
  ['newCard', 'Debit /Credit Card'],
  ['paypal', 'PayPal Payment Method'],
] as const satisfies readonly (readonly [Choice, string])[]

/** The choice of the payment method: a card, PayPal, and first the saved card if `saved` is its name. */
export function PaymentMethodChoice({
  chosen,
  offered,
  saved,
  disabled,
  onChoose,
}: {
  chosen: PaymentMethod['kind']
  offered: readonly Choice[]
  saved?: ReactNode
  disabled: boolean
  onChoose: (paymentMethod: PaymentMethod['kind']) => void
}) {
  const shownChoices = [...(saved ? ([['savedCard', saved]] as const) : []), ...choices]
  return (
    <Radio.Group
      name="paymentMethod"
      label="Payment method"
      classNames={{ label: classes.label }}
      value={chosen}
      onChange={(value) => {
        const found = shownChoices.find(([paymentMethod]) => paymentMethod === value)
        if (found) onChoose(found[0])
      }}
    >
      <div className={classes.choices}>
        {shownChoices.map(([paymentMethod, label]) => (
          <Radio
            key={paymentMethod}
            value={paymentMethod}
            label={label}
            disabled={disabled || (paymentMethod !== 'savedCard' && !offered.includes(paymentMethod))}
            classNames={{ root: classes.choice ?? '', body: classes.body ?? '', labelWrapper: classes.text ?? '' }}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
