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
 * from it. Set `focus={false}` if another element takes the focus, such as the first field of a form. Set `focus="later"`
 * if the heading should be shown as soon as possible: taking the focus needs the layout of the page, so it is left to the
 * next task.
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
  focus?: boolean | 'later'
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (focus === false) return
    const takeFocus = () => heading.current?.focus({ preventScroll: true })
    // Later, it could take the focus from an element that the user has chosen.
    if (focus === true) return takeFocus()
    const before = document.activeElement
    void nextTask().then(() => {
      if (isFocusOn(before)) takeFocus()
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
