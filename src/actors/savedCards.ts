import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type CardsAnswer } from '../../machines/savedCardPayment.ts'
import { type CardChangeAnswer, type CardListAnswer } from '../../machines/savedCards.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { HostUnreachable, toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseCards, type Cards } from '../api/paymentParsers.ts'
import { primaryCard } from '../billing/primaryCard.ts'
import { type Gateways } from '../billing/subscriptionToCancel.ts'
import { memberQuery } from '../queries/memberQuery.ts'
import { currentPlanOf } from '../billing/currentPlan.ts'

type Dependencies = { api: ApiClient }

/** The cards that the provider keeps; a server in trouble that still says something: its words go first (§8). */
async function fetchCards({ api }: Dependencies, userId: number, signal: AbortSignal): Promise<ApiResult<Cards>> {
  try {
    return await toApiResult(
      api.POST('/wp-json/payment/v1/user-stripe-all-cards', { body: { user_id: userId }, signal }),
      parseCards,
    )
  } catch (error) {
    if (!(error instanceof HostUnreachable) || error.serverText === '') throw error
    return { kind: 'refused', refusal: { code: '', message: error.serverText, status: error.status ?? 0 } }
  }
}

/** The primary card, as the savedCardPayment machine asks for it. */
export const createSavedCardPaymentActors = (world: Dependencies) => ({
  loadCards: fromPromise<CardsAnswer, { userId: number }>(async ({ input: { userId }, signal }) => {
    const answer = await fetchCards(world, userId, signal)
    return answer.kind === 'granted'
      ? { kind: 'granted', card: primaryCard(answer.data) }
      : { kind: 'refused', message: answer.refusal.message }
  }),
})

/** All cards and what can be changed about them, as the savedCards machine asks for it. */
export const createSavedCardsActors = (world: Dependencies & { queryClient: QueryClient; gateways: Gateways }) => {
  const { api, queryClient, gateways } = world
  const toCardChangeAnswer = (answer: ApiResult<Cards>): CardChangeAnswer => {
    if (answer.kind === 'granted') return { kind: 'granted', ...answer.data }
    const { code, message } = answer.refusal
    return code === 'payment_method_not_found' ? { kind: 'gone' } : { kind: 'refused', message }
  }
  const change = (path: 'set-default-card' | 'delete-card' | 'add-card') =>
    fromPromise<CardChangeAnswer, { userId: number; id: string }>(async ({ input: { userId, id }, signal }) =>
      toCardChangeAnswer(
        await toApiResult(
          api.POST(`/wp-json/payment/v1/${path}`, { body: { user_id: userId, payment_method_id: id }, signal }),
          parseCards,
        ),
      ),
    )

  return {
    loadCards: fromPromise<CardListAnswer, { userId: number }>(async ({ input: { userId }, signal }) => {
      const [answer, member] = await Promise.all([
        fetchCards(world, userId, signal),
        queryClient.query({ ...memberQuery(world, userId), staleTime: 0 }),
      ])
      if (answer.kind === 'refused') return { kind: 'refused', message: answer.refusal.message }
      return {
        kind: 'granted',
        ...answer.data,
        isPaying: currentPlanOf(member, gateways)?.subscriptionToCancel?.gateway === 'card',
      }
    }),
    setDefaultCard: change('set-default-card'),
    removeCard: change('delete-card'),
    addCard: change('add-card'),
  }
}
