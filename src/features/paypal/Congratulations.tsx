import { useSelector } from '@xstate/react'
import { type ReactNode } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type confirmationMachine } from '../../../machines/confirmation.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NextSteps } from '../checkout/NextSteps.tsx'
import classes from './Congratulations.module.css'

/** Confirms a payment by PayPal and shows the time until the redirect. `children` is the receipt. */
export function Congratulations({
  actor,
  children,
}: {
  actor: ActorRefFrom<typeof confirmationMachine>
  children: ReactNode
}) {
  const secondsLeft = useSelector(actor, ({ context }) => context.limit - context.seconds)
  const isStopped = useSelector(actor, (snapshot) => snapshot.matches('stopped'))
  return (
    <Dialog
      title="Congratulations"
      ignoreClickOutside
      onClose={() => actor.send({ type: 'redirect.go' })}
      actions={<NextSteps actor={actor} />}
    >
      <div className={classes.content}>
        {children}
        {isStopped ? (
          <p role="status">Take your time. Continue when you’re ready.</p>
        ) : (
          <p role="timer">
            Continuing in <span className="figures">{secondsLeft}</span> {secondsLeft === 1 ? 'second' : 'seconds'}.
          </p>
        )}
      </div>
    </Dialog>
  )
}
