import { useSelector } from '@xstate/react'
import { type ActorRefFrom } from 'xstate'
import { type confirmationMachine } from '../../../machines/confirmation.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Button } from '../../ui/pieces/Button.ts'
import classes from './Congratulations.module.css'

/** Confirms a payment by PayPal: the membership, its price and the time until the redirect. */
export function Congratulations({
  actor,
  title,
  price,
}: {
  actor: ActorRefFrom<typeof confirmationMachine>
  title: string
  price: string | undefined
}) {
  const snapshot = useSelector(actor, (now) => now)
  const { seconds, limit } = snapshot.context
  const left = limit - seconds
  const go = () => actor.send({ type: 'redirect.go' })
  return (
    <Dialog
      title="Congratulations"
      ignoreClickOutside
      onClose={go}
      actions={
        <>
          {snapshot.can({ type: 'redirect.stop' }) ? (
            <Button variant="default" onClick={() => actor.send({ type: 'redirect.stop' })}>
              Stay here
            </Button>
          ) : null}
          <Button onClick={go} data-autofocus>
            Go now
          </Button>
        </>
      }
    >
      <dl className={classes.purchase}>
        <dt>{title || 'Your membership'}</dt>
        <dd>{price ?? '—'}</dd>
      </dl>
      {snapshot.matches('stopped') ? (
        <p role="status">Take your time. Continue when you’re ready.</p>
      ) : (
        <p role="timer">
          You go on by yourself in <span className="figures">{left}</span> {left === 1 ? 'second' : 'seconds'}.
        </p>
      )}
    </Dialog>
  )
}
