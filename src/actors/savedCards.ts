import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type CardsAnswer } from '../../machines/savedCardPayment.ts'
import { type CardChangeAnswer, type CardListAnswer } from '../../machines/savedCards.types.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { HostUnreachable, toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseCards, type Cards } from '../api/paymentParsers.ts'
import { ReadError, toRefusedResult } from '../api/readData.ts'
import { primaryCard } from '../billing/primaryCard.ts'
import { type Gateways } from '../billing/subscriptionToCancel.ts'
import { currentPlanOf } from '../billing/currentPlan.ts'
import { memberQuery } from '../queries/memberQuery.ts'
import { savedCardsQuery } from '../queries/savedCardsQuery.ts'

type Dependencies = { api: ApiClient; queryClient: QueryClient }

/** Reads the cards again. The text of a server error takes precedence (§8). */
const fetchCards = ({ api, queryClient }: Dependencies, userId: number) =>
  queryClient.query({ ...savedCardsQuery({ api }, userId), staleTime: 0 }).catch((error: unknown) => {
    if (error instanceof ReadError && error.cause instanceof HostUnreachable && error.cause.serverText !== '')
      return { kind: 'refused' as const, message: error.message }
    return toRefusedResult(error)
  })

/** The actor of the savedCardPayment machine. */
export const createSavedCardPaymentActors = (dependencies: Dependencies) => ({
  loadCards: fromPromise<CardsAnswer, { userId: number }>(async ({ input: { userId } }) => {
    const answer = await fetchCards(dependencies, userId)
    return 'kind' in answer ? answer : { kind: 'granted', card: primaryCard(answer) }
  }),
})

/** The actors of the savedCards machine. */
export const createSavedCardsActors = (dependencies: Dependencies & { gateways: Gateways }) => {
  const { api, queryClient, gateways } = dependencies
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
    loadCards: fromPromise<CardListAnswer, { userId: number }>(async ({ input: { userId } }) => {
      const [answer, member] = await Promise.all([
        fetchCards(dependencies, userId),
        queryClient.query({ ...memberQuery(dependencies, userId), staleTime: 0 }),
      ])
      if ('kind' in answer) return answer
      const isPaying = currentPlanOf(member, gateways)?.subscriptionToCancel?.gateway === 'card'
      return { kind: 'granted', ...answer, isPaying }
    }),
    setDefaultCard: change('set-default-card'),
    removeCard: change('delete-card'),
    addCard: change('add-card'),
  }
}
