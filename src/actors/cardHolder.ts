import { type QueryClient } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { userQuery } from '../queries/userQuery.ts'
import { type CardHolder } from './stripeProvider.ts'

/** How long a payment waits for the phone number, in ms. */
const timeoutMs = 2_000

/**
 * Who pays by card: the account's e-mail, and the phone number of the user record. A card neither fails nor waits for
 * want of a phone number: what is not told in time is left out, and not asked for any longer.
 */
export const createCardHolderLoader =
  ({ api, queryClient }: { api: ApiClient; queryClient: QueryClient }, email: string) =>
  async (): Promise<CardHolder> => {
    const query = userQuery({ api })
    const timer = setTimeout(() => void queryClient.cancelQueries({ queryKey: query.queryKey }), timeoutMs)
    const phone = await queryClient.query(query).then(
      (user) => user.phone,
      () => '',
    )
    clearTimeout(timer)
    return { email, phone }
  }
