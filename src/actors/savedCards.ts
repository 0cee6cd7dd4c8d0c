import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type CardsResult } from '../../machines/savedCardPayment.ts'
import { type CardChangeResult, type CardListResult } from '../../machines/savedCards.types.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { declinedStatus, toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseCards, type Cards } from '../api/paymentParsers.ts'
import { toRefusedResult } from '../api/readData.ts'
import { billingDetails } from '../billing/billingDetails.ts'
import { primaryCard } from '../billing/primaryCard.ts'
import { type Gateways } from '../billing/subscriptionToCancel.ts'
import { currentPlanOf } from '../billing/currentPlan.ts'
import { memberQuery } from '../queries/memberQuery.ts'
import { savedCardsQuery } from '../queries/savedCardsQuery.ts'

type Dependencies = { api: ApiClient; queryClient: QueryClient }

/** Reads the cards again. */
const fetchCards = ({ api, queryClient }: Dependencies, userId: number) =>
  queryClient.query({ ...savedCardsQuery({ api }, userId), staleTime: 0 }).catch(toRefusedResult)

/** The actor of the savedCardPayment machine. */
export const createSavedCardPaymentActors = (dependencies: Dependencies) => ({
  loadCards: fromPromise<CardsResult, { userId: number }>(async ({ input: { userId } }) => {
    const result = await fetchCards(dependencies, userId)
    return 'kind' in result ? result : { kind: 'granted', card: primaryCard(result) }
  }),
})

/** The actors of the savedCards machine. */
export const createSavedCardsActors = (dependencies: Dependencies & { gateways: Gateways; region: () => string }) => {
  const { api, queryClient, gateways, region } = dependencies
  const toCardChangeResult = (result: ApiResult<Cards>): CardChangeResult => {
    if (result.kind === 'granted') return { kind: 'granted', ...result.data }
    const { code, message, status } = result.refusal
    return code === 'payment_method_not_found'
      ? { kind: 'gone' }
      : { kind: 'refused', message, isAboutCard: status === declinedStatus }
  }
  const change = (path: 'set-default-card' | 'delete-card' | 'add-card') =>
    fromPromise<CardChangeResult, { userId: number; id: string }>(async ({ input: { userId, id }, signal }) =>
      toCardChangeResult(
        await toApiResult(
          api.POST(`/wp-json/payment/v1/${path}`, { body: { user_id: userId, payment_method_id: id }, signal }),
          parseCards,
        ),
      ),
    )

  return {
    loadCards: fromPromise<CardListResult, { userId: number }>(async ({ input: { userId } }) => {
      const [result, member] = await Promise.all([
        fetchCards(dependencies, userId),
        queryClient.query({ ...memberQuery(dependencies, userId), staleTime: 0 }),
      ])
      if ('kind' in result) return result
      const isPaying = currentPlanOf(member, gateways)?.subscriptionToCancel?.gateway === 'card'
      return { kind: 'granted', ...result, isPaying, billing: billingDetails(member, region()) }
    }),
    setDefaultCard: change('set-default-card'),
    removeCard: change('delete-card'),
    addCard: change('add-card'),
  }
}
