import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type confirmationMachine } from '../../../machines/confirmation.ts'
import { Button } from '../../ui/Button.tsx'
import classes from './NextSteps.module.css'

/** The actions after a payment: start watching, go to the destination now, or stay and cancel the redirect. */
export function NextSteps({ actor }: { actor: ActorRefFrom<typeof confirmationMachine> }) {
  const canStay = useSelector(actor, (snapshot) => snapshot.can({ type: 'redirect.stop' }))
  const first = useRef<HTMLButtonElement>(null)
  const stay = () => {
    // The pressed button is removed.
    first.current?.focus()
    actor.send({ type: 'redirect.stop' })
  }
  return (
    <div className={classes.steps}>
      <Button ref={first} onClick={() => actor.send({ type: 'watch.start' })} data-autofocus>
        Start watching
      </Button>
      <Button variant="default" onClick={() => actor.send({ type: 'redirect.go' })}>
        Continue now
      </Button>
      {canStay ? (
        <Button variant="default" onClick={stay}>
          Stay here
        </Button>
      ) : null}
    </div>
  )
}
