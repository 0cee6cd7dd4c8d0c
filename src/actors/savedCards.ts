import { fromPromise } from 'xstate'
import { type CardsAnswer } from '../../machines/savedCardPayment.ts'
import { type HostClient } from '../host/client.ts'
import { HostUnreachable, outcome } from '../host/outcome.ts'
import { readCards } from '../host/paymentReaders.ts'
import { primaryCard } from '../money/primaryCard.ts'

/** The cards that the provider keeps for a person, as the savedCardPayment machine asks for them. */
export const savedCardActors = ({ host }: { host: HostClient }) => ({
  loadCards: fromPromise<CardsAnswer, { userId: number }>(async ({ input: { userId }, signal }) => {
    try {
      const answer = await outcome(
        host.POST('/wp-json/payment/v1/user-stripe-all-cards', { body: { user_id: userId }, signal }),
        readCards,
      )
      return answer.kind === 'granted'
        ? { kind: 'granted', card: primaryCard(answer.data) }
        : { kind: 'refused', message: answer.refusal.message }
    } catch (lost) {
      // A server in trouble that still says something: its words go first (§8).
      if (lost instanceof HostUnreachable && lost.serverText) return { kind: 'refused', message: lost.serverText }
      throw lost
    }
  }),
})
