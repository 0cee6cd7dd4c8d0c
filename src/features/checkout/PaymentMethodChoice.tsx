import { memo, type ReactNode } from 'react'
import { type PaymentMethod } from '../../../machines/payment.types.ts'
import { Radio } from '../../ui/Radio.ts'
import classes from './PaymentMethodChoice.module.css'

type Choice = Exclude<PaymentMethod['kind'], 'savedCard'>

const choices = [
  ['newCard', 'Debit /Credit Card'],
  ['paypal', 'PayPal Payment Method'],
] as const satisfies readonly (readonly [Choice, string])[]

type ChoicesProps = {
  chosen: PaymentMethod['kind']
  offered: readonly Choice[]
  saved?: ReactNode
  onChoose: (paymentMethod: PaymentMethod['kind']) => void
}

/**
 * The choice of the payment method: a card, PayPal, and first the saved card if `saved` is its name. Keep the identity of
 * the other props, because the calls of a payment wait for what is rendered meanwhile.
 */
export function PaymentMethodChoice({ disabled, ...props }: ChoicesProps & { disabled: boolean }) {
  return (
    <fieldset role="none" disabled={disabled} className={classes.fieldset}>
      <Choices {...props} />
    </fieldset>
  )
}

const Choices = memo(function Choices({ chosen, offered, saved, onChoose }: ChoicesProps) {
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
            disabled={paymentMethod !== 'savedCard' && !offered.includes(paymentMethod)}
            classNames={{ root: classes.choice ?? '', body: classes.body ?? '', labelWrapper: classes.text ?? '' }}
          />
        ))}
      </div>
    </Radio.Group>
  )
})
