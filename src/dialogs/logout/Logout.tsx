import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { useRoot } from '../../root.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import { Modal } from '../../ui/pieces/Modal.ts'
import { provideLogout } from './provide.ts'
import classes from './Logout.module.css'

/** Asks before it logs out. `onClose` is called when the dialog is done, either way. */
export function Logout({ onClose }: { onClose: () => void }) {
  const root = useRoot()
  const [machine] = useState(() => provideLogout(root))
  const actor = useActorRef(machine, {}, (snapshot) => {
    if (snapshot.status === 'done') onClose()
  })
  const snapshot = useSelector(actor, (now) => now)
  const busy = snapshot.hasTag('busy')
  const cancel = () => actor.send({ type: 'logout.cancel' })

  return (
    <Modal.Root
      opened
      onClose={cancel}
      centered
      closeOnEscape={!busy}
      closeOnClickOutside={!busy}
      // Mantine's lock writes a style element without a nonce; ours stands in the module.
      lockScroll={false}
    >
      <Modal.Overlay />
      <Modal.Content className={classes.dialog}>
        <Modal.Body className={classes.body}>
          <Modal.Title component="h2">Are you sure you want to logout</Modal.Title>
          <div className={classes.ways}>
            <Button variant="default" disabled={!snapshot.can({ type: 'logout.cancel' })} onClick={cancel}>
              Cancel
            </Button>
            <Button loading={busy} onClick={() => actor.send({ type: 'logout.confirm' })}>
              Logout
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
