import { useId, useState, type ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import classes from './PlayerMenu.module.css'

/** A line of the menu: a name, and a control at its end. */
export function Row({
  name,
  className,
  children,
}: {
  name: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={[classes.row, className].filter(Boolean).join(' ')}>
      <span>{name}</span>
      {children}
    </div>
  )
}

/** A button that shows and hides what follows. `value` is the current choice. */
export function Section({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={classes.row} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>{name}</span>
        <span className={classes.value}>
          {value}
          <Icon name="back" />
        </span>
      </button>
      {isOpen ? <div className={classes.section}>{children}</div> : null}
    </>
  )
}

/**
 * One of several values. They are buttons, because the arrow keys of a remote move through a list of radio buttons or
 * options by changing the value.
 */
export function Choice<T>({
  name,
  options,
  value,
  onChoose,
}: {
  name: string
  options: readonly (readonly [T, string])[]
  value: T
  onChoose: (value: T) => void
}) {
  const title = useId()
  return (
    <div className={classes.choice} role="group" aria-labelledby={title}>
      <span id={title}>{name}</span>
      <div className={classes.options}>
        {options.map(([option, text]) => (
          <button key={text} type="button" aria-pressed={option === value} onClick={() => onChoose(option)}>
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}
