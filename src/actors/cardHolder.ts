import { type QueryClient } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { userQuery } from '../queries/userQuery.ts'
import { type CardHolder } from './stripeProvider.ts'

/** How long a payment waits for the phone number, in ms. */
const timeoutMs = 2_000

/**
 * Finds the card holder: the account's email address and the phone number of the user record. A known record is returned
 * at once, so that the provider's request leaves within the press on Pay. A payment does not depend on the phone number:
 * after the timeout the request is canceled and the number is ''.
 */
export const createCardHolderLoader =
  ({ api, queryClient }: { api: ApiClient; queryClient: QueryClient }, email: string) =>
  (): CardHolder | Promise<CardHolder> => {
    // The session check has read the user record, and an edit invalidates it.
    const query = { ...userQuery({ api }), staleTime: Infinity }
    const known = queryClient.getQueryState(query.queryKey)
    if (known?.data && !known.isInvalidated) return { email, phone: known.data.phone }
    const timer = setTimeout(() => void queryClient.cancelQueries({ queryKey: query.queryKey }), timeoutMs)
    return queryClient
      .query(query)
      .then(
        (user) => user.phone,
        () => '',
      )
      .then((phone) => {
        clearTimeout(timer)
        return { email, phone }
      })
  }
