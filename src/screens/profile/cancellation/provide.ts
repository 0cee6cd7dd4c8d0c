import { createActor } from 'xstate'
import { activeCancellationMachine, type ActiveCancellationEvent } from '../../../../machines/activeCancellation.ts'
import { cancellationMachine } from '../../../../machines/cancellation.ts'
import { type PayingMember } from '../../../../machines/payment.types.ts'
import { reconciliationMachine } from '../../../../machines/reconciliation.ts'
import { createBrowserAttemptStore } from '../../../actors/attemptStore.ts'
import { createPaymentActors } from '../../../actors/payments.ts'
import { sendEvents, sessionEvents } from '../../../actors/sessionRequests.ts'
import { createSessionWatcher } from '../../../actors/watchSession.ts'
import { type ActiveCancellation, type Root } from '../../../app/root.tsx'

/** The cancellation of this page. The first call creates it. */
export const provideActiveCancellation = (root: Root): ActiveCancellation =>
  root.activeCancellation(() => {
    const { queryClient, session, tabs, configuration } = root
    const attempts = createBrowserAttemptStore(window)
    const { readRecord, cancelSubscription } = createPaymentActors({ ...root, gateways: configuration.gateways })
    const cancellation = cancellationMachine.provide({
      actors: {
        ...attempts.cancellationActors,
        readRecord,
        cancelSubscription,
        reconciliation: reconciliationMachine.provide({ actors: { readRecord } }),
      },
      actions: {
        closeAttempt: () => attempts.closeCancellation(),
        refreshMembership: () => {
          void queryClient.invalidateQueries({ queryKey: ['member'] })
          tabs.notify('data')
          sendEvents(session, sessionEvents.membershipChanged())
        },
      },
    })
    const machine = activeCancellationMachine.provide({
      actors: { cancellation, watchSession: createSessionWatcher<ActiveCancellationEvent>(session) },
    })
    return createActor(machine).start()
  })

/** Tells the cancellation of this page that the profile is open. Returns the function that tells it that it is closed. */
export function openProfile(active: ActiveCancellation, member: PayingMember): () => void {
  const isInterrupted = createBrowserAttemptStore(window).isCancellationInterrupted(member.id)
  active.send({ type: 'profile.opened', input: { member, isInterrupted } })
  return () => active.send({ type: 'profile.closed' })
}
