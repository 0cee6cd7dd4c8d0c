import { cancellationMachine } from '../../../../machines/cancellation.ts'
import { type PayingMember } from '../../../../machines/payment.types.ts'
import { reconciliationMachine } from '../../../../machines/reconciliation.ts'
import { createBrowserAttemptStore } from '../../../actors/attemptStore.ts'
import { createPaymentActors } from '../../../actors/payments.ts'
import { sendEvents, sessionEvents } from '../../../actors/sessionRequests.ts'
import { type Root } from '../../../app/root.tsx'

/** The cancellation of a member's plan, and its input. */
export function provideCancellation(root: Root, member: PayingMember) {
  const { queryClient, session, tabs } = root
  const attempts = createBrowserAttemptStore(window)
  const { readRecord, cancelSubscription } = createPaymentActors({ ...root, gateways: root.configuration.gateways })
  return {
    input: { member, isInterrupted: attempts.isCancellationInterrupted(member.id) },
    machine: cancellationMachine.provide({
      actors: {
        ...attempts.createCancellationActors(member.id),
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
    }),
  }
}
