import { useLayoutEffect, useRef, type ReactNode } from 'react'
import classes from './PageHeading.module.css'

/** Whether the viewer has focused nothing on this screen yet: at most its heading has the focus. */
export const isFocusUnused = (): boolean => document.activeElement?.matches('body, h1') ?? true

/**
 * The h1 of a screen. It takes the focus when the screen opens, so that a screen reader announces it and Tab continues
 * from it. Set `focus={false}` if another element takes the focus, such as the first field of a form.
 */
export function PageHeading({
  children,
  subtitle,
  aside,
  focus = true,
}: {
  children: ReactNode
  subtitle?: ReactNode
  aside?: ReactNode
  focus?: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // In a layout effect: later, it could take the focus from an element that the user has chosen.
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
