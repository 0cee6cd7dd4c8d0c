import classes from './FilterRow.module.css'
import overflowClasses from './overflow.module.css'

/** A filter as a row of toggle buttons. The first one, '', selects everything. */
export function FilterRow<Option extends string>({
  label,
  allLabel,
  selected,
  options,
  labelOf = (option) => option,
  onChoose,
}: {
  label: string
  allLabel: string
  selected: Option | ''
  options: readonly Option[]
  labelOf?: (option: Option) => string
  onChoose: (option: Option | '') => void
}) {
  // An option from the URL stays visible even if the list does not have it.
  const offered = selected === '' || options.includes(selected) ? options : [...options, selected]
  const shownOptions: readonly (Option | '')[] = ['', ...offered]
  return (
    <div className={`${overflowClasses.scroller} ${classes.row}`} role="group" aria-label={label}>
      {shownOptions.map((option) => (
        <button
          key={option}
          type="button"
          className={classes.option}
          aria-pressed={option === selected}
          onClick={() => onChoose(option)}
        >
          {option === '' ? allLabel : labelOf(option)}
        </button>
      ))}
    </div>
  )
}
