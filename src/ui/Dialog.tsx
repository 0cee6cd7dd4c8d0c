import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { Actions } from './Actions.tsx'
import { IconButton } from './IconButton.tsx'
import { Modal } from './Modal.ts'
import classes from './Dialog.module.css'

let openDialogs = 0

/** Keeps the page behind a dialog from scrolling. */
function lockScroll(): () => void {
  const { dataset } = document.documentElement
  openDialogs += 1
  dataset.locked = ''
  return () => {
    openDialogs -= 1
    if (openDialogs === 0) delete dataset.locked
  }
}

/**
 * A modal dialog with a title, content and actions. The focus stays inside while it is open and returns when it closes.
 *
 * A `question` is a card, at the bottom edge of a phone; a `sheet` fills a phone. `ignoreClickOutside` protects typed
 * values from a click on the overlay. `busy` prevents closing.
 *
 * It is composed of Mantine's parts, because `Modal` renders a `<header>` (a second banner landmark) and locks the scroll
 * with a style element without a nonce; here an attribute of the root does that.
 */
export function Dialog({
  title,
  children,
  actions,
  kind = 'question',
  ignoreClickOutside = false,
  busy = false,
  onClose,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  kind?: 'question' | 'sheet'
  ignoreClickOutside?: boolean
  busy?: boolean
  onClose: () => void
}) {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    // The dialog that this one replaces has returned the focus by now. Its button was disabled, or is gone.
    const isThere = opener?.isConnected && opener !== document.body
    const target = isThere ? opener : document.activeElement
    return () => {
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [opener])
  useLayoutEffect(lockScroll, [])
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={kind === 'sheet' ? '42rem' : '27.5rem'}
      centered
      closeOnEscape={!busy}
      closeOnClickOutside={!busy && !ignoreClickOutside}
      returnFocus={false}
      lockScroll={false}
      classNames={{
        inner: `${classes.inner} ${classes[kind]}`,
        content: `${classes.dialog} ${classes[kind]}`,
      }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.header}>
          <Modal.Title component="h2" className={classes.title}>
            {title}
          </Modal.Title>
          <IconButton aria-label="Close" disabled={busy} onClick={onClose}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" />
            </svg>
          </IconButton>
        </div>
        {children ? <div className={classes.body}>{children}</div> : null}
        {actions ? (
          <Actions className={classes.actions} stretch>
            {actions}
          </Actions>
        ) : null}
      </Modal.Content>
    </Modal.Root>
  )
}
