import { type Means } from '../../../machines/reconciliation.ts'
import { Radio } from '../../ui/pieces/Radio.ts'
import classes from './MeansChoice.module.css'

type Choice = Extract<Means['kind'], 'newCard' | 'paypal'>

const choices = [
  ['newCard', 'Debit /Credit Card'],
  ['paypal', 'PayPal Payment Method'],
] as const satisfies readonly (readonly [Choice, string])[]

/** How to pay: with a card or PayPal. Only what this installation offers can be chosen. */
export function MeansChoice({
  chosen,
  offered,
  disabled,
  onChoose,
}: {
  chosen: Means['kind']
  offered: readonly Choice[]
  disabled: boolean
  onChoose: (means: Choice) => void
}) {
  return (
    <Radio.Group
      name="means"
      label="How do you want to pay?"
      classNames={{ label: classes.label }}
      value={chosen}
      onChange={(value) => {
        const found = choices.find(([means]) => means === value)
        if (found) onChoose(found[0])
      }}
    >
      <div className={classes.choices}>
        {choices.map(([means, label]) => (
          <Radio
            key={means}
            value={means}
            label={label}
            disabled={disabled || !offered.includes(means)}
            classNames={{ root: classes.choice ?? '', body: classes.body ?? '', labelWrapper: classes.words ?? '' }}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
