import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { useRoot } from '../../app/root.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { provideLogout } from './provide.ts'

/** Asks for confirmation before logging out. Calls `onClose` when the dialog closes. */
export function Logout({ onClose }: { onClose: () => void }) {
  const root = useRoot()
  const [machine] = useState(() => provideLogout(root))
  const actor = useActorRef(machine, {}, (snapshot) => {
    if (snapshot.status === 'done') onClose()
  })
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const canCancel = useSelector(actor, (snapshot) => snapshot.can({ type: 'logout.cancel' }))
  const cancel = () => actor.send({ type: 'logout.cancel' })

  return (
    <Dialog
      title="Are you sure you want to logout"
      busy={busy}
      onClose={cancel}
      actions={
        <>
          <Button variant="default" disabled={!canCancel} onClick={cancel}>
            Cancel
          </Button>
          <Button color="ink" loading={busy} onClick={() => actor.send({ type: 'logout.confirm' })}>
            Logout
          </Button>
        </>
      }
    />
  )
}
