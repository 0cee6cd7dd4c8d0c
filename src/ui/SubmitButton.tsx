import { type MouseEvent, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Loader } from './Loader.ts'
import classes from './SubmitButton.module.css'

/** Moves the focus to the container before the button is removed. If Enter in a field submitted the form, the focus stays in the field. */
function moveFocusToContainer({ currentTarget: button }: MouseEvent<HTMLButtonElement>) {
  if (button.ownerDocument.activeElement === button) button.parentElement?.focus()
}

/** Returns the focus from the container to the button. */
function restoreFocus(button: HTMLButtonElement | null) {
  if (button && button.ownerDocument.activeElement === button.parentElement) button.focus()
}

/** The submit button of a form, replaced by a spinner while `busy`. Screen readers announce `busyLabel`. */
export function SubmitButton({ busy, busyLabel, children }: { busy: boolean; busyLabel: string; children: ReactNode }) {
  return (
    <div className={classes.container} tabIndex={-1}>
      {busy ? (
        <Loader className={classes.spinner} aria-hidden="true" />
      ) : (
        <Button ref={restoreFocus} type="submit" fullWidth onClick={moveFocusToContainer}>
          {children}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {busy ? busyLabel : ''}
      </span>
    </div>
  )
}
