import { useLayoutEffect, useRef, type ReactNode } from 'react'
import classes from './PageHeading.module.css'

/**
 * The one h1 of a screen. It takes the focus when its screen comes, so that a screen reader says where one is and Tab
 * goes on from there. `focus={false}` where something else has it first (a form's first field).
 */
export function PageHeading({
  children,
  subtitle: subtitle,
  aside,
  focus = true,
}: {
  children: ReactNode
  subtitle?: ReactNode
  aside?: ReactNode
  focus?: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before the screen can be seen: later it would take the focus away from whoever has gone on already.
  useLayoutEffect(() => {
    if (focus) heading.current?.focus({ preventScroll: true })
  }, [focus])
  return (
    <header className={classes.header}>
      <div className={classes.text}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {children}
        </h1>
        {subtitle ? <p className={classes.subtitle}>{subtitle}</p> : null}
      </div>
      {aside}
    </header>
  )
}
