import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { parseCards } from '../api/paymentParsers.ts'
import { readData } from '../api/readData.ts'

/** The cards that the provider has for a user. The host reads them with POST. */
export const savedCardsQuery = ({ api }: { api: ApiClient }, userId: number) =>
  queryOptions({
    queryKey: ['savedCards', userId],
    queryFn: ({ signal }) =>
      readData(
        toApiResult(
          api.POST('/wp-json/payment/v1/user-stripe-all-cards', { body: { user_id: userId }, signal }),
          parseCards,
        ),
        'savedCards',
      ),
  })
