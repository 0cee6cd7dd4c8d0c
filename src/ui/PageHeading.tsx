import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { nextTask } from './nextTask.ts'
import classes from './PageHeading.module.css'

/** Whether the viewer has focused nothing on this screen yet: at most its heading has the focus. */
export const isFocusUnused = (): boolean => document.activeElement?.matches('body, h1') ?? true

/** Whether `before` still has the focus, or nothing has. Otherwise the user has chosen an element. */
const isFocusOn = (before: Element | null): boolean =>
  document.activeElement === before || document.activeElement === document.body

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
  useLayoutEffect(() => {
    if (!focus) return
    const before = document.activeElement
    // Taking the focus needs the layout of the page, which is there in the next task.
    void nextTask().then(() => {
      if (isFocusOn(before)) heading.current?.focus({ preventScroll: true })
    })
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
