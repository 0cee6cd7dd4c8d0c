import { useSelector } from '@xstate/react'
import { type ActorRefFrom } from 'xstate'
import { type confirmationMachine } from '../../../machines/confirmation.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Button } from '../../ui/Button.ts'
import classes from './Congratulations.module.css'

/**
 * Confirms a payment by PayPal: the membership, its price and the time until the redirect. `charged` is what a trial
 * charged today; undefined without a trial.
 */
export function Congratulations({
  actor,
  title,
  price,
  charged,
}: {
  actor: ActorRefFrom<typeof confirmationMachine>
  title: string
  price: string | undefined
  charged: string | undefined
}) {
  const secondsLeft = useSelector(actor, ({ context }) => context.limit - context.seconds)
  const canStay = useSelector(actor, (snapshot) => snapshot.can({ type: 'redirect.stop' }))
  const isStopped = useSelector(actor, (snapshot) => snapshot.matches('stopped'))
  const go = () => actor.send({ type: 'redirect.go' })
  return (
    <Dialog
      title="Congratulations"
      ignoreClickOutside
      onClose={go}
      actions={
        <>
          {canStay ? (
            <Button variant="default" onClick={() => actor.send({ type: 'redirect.stop' })}>
              Stay here
            </Button>
          ) : null}
          <Button onClick={go} data-autofocus>
            Continue now
          </Button>
        </>
      }
    >
      <dl className={classes.purchase}>
        <dt>{title || 'Your membership'}</dt>
        <dd>{price ?? '—'}</dd>
      </dl>
      {charged === undefined ? null : <p>{charged} charged today</p>}
      {isStopped ? (
        <p role="status">Take your time. Continue when you’re ready.</p>
      ) : (
        <p role="timer">
          Continuing in <span className="figures">{secondsLeft}</span> {secondsLeft === 1 ? 'second' : 'seconds'}.
        </p>
      )}
    </Dialog>
  )
}
