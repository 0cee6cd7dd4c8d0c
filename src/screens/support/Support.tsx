import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { provideChannelRequest } from '../../dialogs/channelRequest/provide.ts'
import { RequestForm } from '../../dialogs/channelRequest/RequestForm.tsx'
import { RequestSent } from '../../dialogs/channelRequest/RequestSent.tsx'
import { useRoot } from '../../app/root.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { SupportLayout } from './SupportLayout.tsx'
import classes from './Support.module.css'

/** The channel request as a page, and links to the other support pages. */
export function Component() {
  const [nth, setNth] = useState(0)
  return (
    <SupportLayout title="Support" subtitle="Request a channel, find answers, or report a problem.">
      <section className={classes.request} aria-labelledby="request">
        <h2 id="request">Submit Request</h2>
        <Request key={nth} onAgain={() => setNth(nth + 1)} />
      </section>
    </SupportLayout>
  )
}

/** One request, from the form to the confirmation. */
function Request({ onAgain }: { onAgain: () => void }) {
  const root = useRoot()
  const [machine] = useState(() => provideChannelRequest(root))
  const user = useSelector(root.session, (snapshot) => snapshot.context.user)
  const actor = useActorRef(machine, { input: { userId: user?.ID ?? 0 } })
  const message = useSelector(actor, ({ context }) => context.message)
  const left = useSelector(actor, ({ context }) => context.left)
  const isSent = useSelector(actor, (snapshot) => snapshot.hasTag('sent'))
  const hasStayed = useSelector(actor, (snapshot) => snapshot.matches('reloadStopped'))
  if (hasStayed)
    return (
      <div className={classes.sent}>
        <Notice tone="done">{message}</Notice>
        <Button variant="default" onClick={onAgain} autoFocus>
          Request another channel
        </Button>
      </div>
    )
  return (
    <>
      {isSent ? null : <RequestForm actor={actor} email={user?.user_email ?? ''} />}
      <RequestSent
        message={isSent ? message : ''}
        secondsLeft={left}
        position="page"
        onReload={() => actor.send({ type: 'reload.now' })}
        onStay={() => actor.send({ type: 'reload.stay' })}
      />
    </>
  )
}
