import { type ReactNode } from 'react'
import { type Means } from '../../../machines/reconciliation.ts'
import { Radio } from '../../ui/pieces/Radio.ts'
import classes from './MeansChoice.module.css'

type Choice = Exclude<Means['kind'], 'savedCard'>

const choices = [
  ['newCard', 'Debit /Credit Card'],
  ['paypal', 'PayPal Payment Method'],
] as const satisfies readonly (readonly [Choice, string])[]

/** How to pay: with a card or PayPal, and with the saved card first where `saved` names it. Only what is offered can be chosen. */
export function MeansChoice({
  chosen,
  offered,
  saved,
  disabled,
  onChoose,
}: {
  chosen: Means['kind']
  offered: readonly Choice[]
  saved?: ReactNode
  disabled: boolean
  onChoose: (means: Means['kind']) => void
}) {
  const all = [...(saved ? ([['savedCard', saved]] as const) : []), ...choices]
  return (
    <Radio.Group
      name="means"
      label="How do you want to pay?"
      classNames={{ label: classes.label }}
      value={chosen}
      onChange={(value) => {
        const found = all.find(([means]) => means === value)
        if (found) onChoose(found[0])
      }}
    >
      <div className={classes.choices}>
        {all.map(([means, label]) => (
          <Radio
            key={means}
            value={means}
            label={label}
            disabled={disabled || (means !== 'savedCard' && !offered.includes(means))}
            classNames={{ root: classes.choice ?? '', body: classes.body ?? '', labelWrapper: classes.words ?? '' }}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
