import { useSelector } from '@xstate/react'
import { type ActorRefFrom } from 'xstate'
import { type confirmationMachine } from '../../../machines/confirmation.ts'
import { Actions } from '../../ui/Actions.tsx'
import { Button } from '../../ui/Button.ts'

/** The actions after a payment: go to the destination now, or stay and cancel the redirect. */
export function NextSteps({ actor }: { actor: ActorRefFrom<typeof confirmationMachine> }) {
  const canStay = useSelector(actor, (snapshot) => snapshot.can({ type: 'redirect.stop' }))
  return (
    <Actions>
      <Button onClick={() => actor.send({ type: 'redirect.go' })}>Continue now</Button>
      {canStay ? (
        <Button variant="default" onClick={() => actor.send({ type: 'redirect.stop' })}>
          Stay here
        </Button>
      ) : null}
    </Actions>
  )
}
