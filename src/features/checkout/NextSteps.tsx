import { useSelector } from '@xstate/react'
import { type ActorRefFrom } from 'xstate'
import { type confirmationMachine } from '../../../machines/confirmation.ts'
import { Button } from '../../ui/pieces/Button.ts'
import classes from './NextSteps.module.css'

/** The ways on once the plan is paid: at once, or, while the redirect has not come, not at all. */
export function NextSteps({ actor }: { actor: ActorRefFrom<typeof confirmationMachine> }) {
  const canStay = useSelector(actor, (now) => now.can({ type: 'redirect.stop' }))
  return (
    <div className={classes.actions}>
      <Button onClick={() => actor.send({ type: 'redirect.go' })}>Go now</Button>
      {canStay ? (
        <Button variant="default" onClick={() => actor.send({ type: 'redirect.stop' })}>
          Stay here
        </Button>
      ) : null}
    </div>
  )
}
