import { useEffect, useState, type ReactNode } from 'react'
import { Actions } from './Actions.tsx'
import { IconButton } from './IconButton.tsx'
import { Modal } from './pieces/Modal.ts'
import classes from './Dialog.module.css'

/**
 * A modal dialog: a title, what it says, and the ways to end it. The focus stays inside while it is open, and goes back
 * to where it was before when the dialog leaves the page.
 *
 * A `question` is a card, at a phone's lower edge; a `sheet` has more to hold and fills a phone. `steady` keeps it open
 * when somebody clicks beside it (what was typed would be lost), `busy` keeps it open whatever is pressed.
 *
 * It is put together from Mantine's parts, because Mantine's whole Modal brings a `<header>` (a second banner landmark)
 * and locks the page's scroll with a style element that has no nonce; here the stylesheet does that.
 */
export function Dialog({
  title,
  children,
  actions: actions,
  kind = 'question',
  ignoreClickOutside: ignoreClickOutside = false,
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
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
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
