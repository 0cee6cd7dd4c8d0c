import { type MouseEvent, type ReactNode } from 'react'
import { Button } from './pieces/Button.ts'
import { Loader } from './pieces/Loader.ts'
import classes from './SubmitButton.module.css'

/** A button that goes takes the focus with it: so it leaves it to its place first. Enter in a field does not. */
function parkFocusOnContainer({ currentTarget: button }: MouseEvent<HTMLButtonElement>) {
  if (button.ownerDocument.activeElement === button) button.parentElement?.focus()
}

/** A button that comes back takes the focus from its place. */
function restoreFocus(button: HTMLButtonElement | null) {
  if (button && button.ownerDocument.activeElement === button.parentElement) button.focus()
}

/** The submit button of a form, replaced by a spinner while it is `busy`. `busyWords` says so to who can't see it. */
export function SubmitButton({ busy, busyLabel, children }: { busy: boolean; busyLabel: string; children: ReactNode }) {
  return (
    <div className={classes.container} tabIndex={-1}>
      {busy ? (
        <Loader className={classes.spinner} aria-hidden="true" />
      ) : (
        <Button ref={restoreFocus} type="submit" fullWidth onClick={parkFocusOnContainer}>
          {children}
        </Button>
      )}
      <span className="aside" role="status">
        {busy ? busyLabel : ''}
      </span>
    </div>
  )
}
