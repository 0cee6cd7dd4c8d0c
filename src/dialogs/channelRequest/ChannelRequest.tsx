import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { useRoot } from '../../app/root.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { provideChannelRequest } from './provide.ts'
import { RequestForm } from './RequestForm.tsx'
import { RequestSent } from './RequestSent.tsx'

/**
 * The dialog, and after the request is sent the notice that counts down to the reload. Calls `onClose` after both.
 */
export function ChannelRequest({ onClose }: { onClose: () => void }) {
  const root = useRoot()
  const [machine] = useState(() => provideChannelRequest(root))
  const user = useSelector(root.session, (snapshot) => snapshot.context.user)
  const actor = useActorRef(machine, { input: { userId: user?.ID ?? 0 } }, (snapshot) => {
    if (snapshot.status === 'done') onClose()
  })
  const message = useSelector(actor, ({ context }) => context.message)
  const left = useSelector(actor, ({ context }) => context.left)
  const isSent = useSelector(actor, (snapshot) => snapshot.hasTag('sent'))
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const canClose = useSelector(actor, (snapshot) => snapshot.can({ type: 'form.close' }))
  const close = () => actor.send({ type: 'form.close' })

  return (
    <>
      {isSent ? null : (
        <Dialog kind="sheet" title="Submit Request" ignoreClickOutside busy={busy} onClose={close}>
          <RequestForm
            actor={actor}
            email={user?.user_email ?? ''}
            actions={
              <Button variant="default" disabled={!canClose} onClick={close}>
                Cancel
              </Button>
            }
          />
        </Dialog>
      )}
      <RequestSent
        message={isSent ? message : ''}
        secondsLeft={left}
        position="bar"
        onReload={() => actor.send({ type: 'reload.now' })}
        onStay={() => actor.send({ type: 'reload.stay' })}
      />
    </>
  )
}
