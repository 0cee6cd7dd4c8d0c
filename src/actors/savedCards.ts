import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type CardsAnswer } from '../../machines/savedCardPayment.ts'
import { type CardChangeAnswer, type CardListAnswer } from '../../machines/savedCards.ts'
import { type HostClient } from '../api/client.ts'
import { HostUnreachable, outcome, type Outcome } from '../api/outcome.ts'
import { readCards, type Cards } from '../api/paymentReaders.ts'
import { primaryCard } from '../billing/primaryCard.ts'
import { type Gateways } from '../billing/subscriptionToEnd.ts'
import { memberQuery, runningOf } from './membership.ts'

type Host = { host: HostClient }

/** The cards that the provider keeps; a server in trouble that still says something: its words go first (§8). */
async function read({ host }: Host, userId: number, signal: AbortSignal): Promise<Outcome<Cards>> {
  try {
    return await outcome(
      host.POST('/wp-json/payment/v1/user-stripe-all-cards', { body: { user_id: userId }, signal }),
      readCards,
    )
  } catch (lost) {
    if (!(lost instanceof HostUnreachable) || lost.serverText === '') throw lost
    return { kind: 'refused', refusal: { code: '', message: lost.serverText, status: lost.status ?? 0 } }
  }
}

/** The primary card, as the savedCardPayment machine asks for it. */
export const savedCardActors = (world: Host) => ({
  loadCards: fromPromise<CardsAnswer, { userId: number }>(async ({ input: { userId }, signal }) => {
    const answer = await read(world, userId, signal)
    return answer.kind === 'granted'
      ? { kind: 'granted', card: primaryCard(answer.data) }
      : { kind: 'refused', message: answer.refusal.message }
  }),
})

/** All cards and what can be changed about them, as the savedCards machine asks for it. */
export const cardListActors = (world: Host & { queryClient: QueryClient; gateways: Gateways }) => {
  const { host, queryClient, gateways } = world
  const told = (answer: Outcome<Cards>): CardChangeAnswer => {
    if (answer.kind === 'granted') return { kind: 'granted', ...answer.data }
    const { code, message } = answer.refusal
    return code === 'payment_method_not_found' ? { kind: 'gone' } : { kind: 'refused', message }
  }
  const change = (path: 'set-default-card' | 'delete-card' | 'add-card') =>
    fromPromise<CardChangeAnswer, { userId: number; id: string }>(async ({ input: { userId, id }, signal }) =>
      told(
        await outcome(
          host.POST(`/wp-json/payment/v1/${path}`, { body: { user_id: userId, payment_method_id: id }, signal }),
          readCards,
        ),
      ),
    )

  return {
    loadCards: fromPromise<CardListAnswer, { userId: number }>(async ({ input: { userId }, signal }) => {
      const [answer, member] = await Promise.all([
        read(world, userId, signal),
        queryClient.fetchQuery({ ...memberQuery(world, userId), staleTime: 0 }),
      ])
      if (answer.kind === 'refused') return { kind: 'refused', message: answer.refusal.message }
      return { kind: 'granted', ...answer.data, isPaying: runningOf(member, gateways)?.ending?.gateway === 'card' }
    }),
    setDefaultCard: change('set-default-card'),
    removeCard: change('delete-card'),
    addCard: change('add-card'),
  }
}
