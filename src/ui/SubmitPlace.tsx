import { type MouseEvent, type ReactNode } from 'react'
import { Button } from './pieces/Button.ts'
import { Loader } from './pieces/Loader.ts'
import classes from './SubmitPlace.module.css'

/** A button that goes takes the focus with it: so it leaves it to its place first. Enter in a field does not. */
function leaveFocus({ currentTarget: button }: MouseEvent<HTMLButtonElement>) {
  if (button.ownerDocument.activeElement === button) button.parentElement?.focus()
}

/** A button that comes back takes the focus from its place. */
function takeFocus(button: HTMLButtonElement | null) {
  if (button && button.ownerDocument.activeElement === button.parentElement) button.focus()
}

/** The submit button of a form, replaced by a spinner while it is `busy`. `busyWords` says so to who can't see it. */
export function SubmitPlace({ busy, busyWords, children }: { busy: boolean; busyWords: string; children: ReactNode }) {
  return (
    <div className={classes.place} tabIndex={-1}>
      {busy ? (
        <Loader className={classes.spinner} aria-hidden="true" />
      ) : (
        <Button ref={takeFocus} type="submit" fullWidth onClick={leaveFocus}>
          {children}
        </Button>
      )}
      <span className="aside" role="status">
        {busy ? busyWords : ''}
      </span>
    </div>
  )
}
