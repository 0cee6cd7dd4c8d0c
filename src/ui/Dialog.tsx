import { type ReactNode } from 'react'
import { Modal } from './pieces/Modal.ts'
import classes from './Dialog.module.css'

/**
 * A modal dialog: a title, what it says, and the buttons that end it. `busy` keeps it open: neither Escape nor a click
 * beside it calls `onClose` then.
 *
 * It is put together from Mantine's parts, because Mantine's whole Modal brings a `<header>` (a second banner landmark)
 * and locks the page's scroll with a style element that has no nonce; here the stylesheet does that.
 */
export function Dialog({
  title,
  children,
  ways,
  busy = false,
  onClose,
}: {
  title: string
  children?: ReactNode
  ways?: ReactNode
  busy?: boolean
  onClose: () => void
}) {
  return (
    <Modal.Root opened onClose={onClose} centered closeOnEscape={!busy} closeOnClickOutside={!busy} lockScroll={false}>
      <Modal.Overlay />
      <Modal.Content className={classes.dialog}>
        <Modal.Body className={classes.body}>
          <Modal.Title component="h2" className={classes.title}>
            {title}
          </Modal.Title>
          {children}
          {ways ? <div className={classes.ways}>{ways}</div> : null}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
