import { type QueryClient } from '@tanstack/react-query'
import { type HostClient } from '../api/client.ts'
import { userQuery } from './membership.ts'
import { type CardHolder } from './stripe.ts'

/** How long a payment waits for the phone number, in ms. */
const patience = 2_000

/**
 * Who pays by card: the account's e-mail, and the phone number of the user record. A card neither fails nor waits for
 * want of a phone number: what is not told in time is left out, and not asked for any longer.
 */
export const cardHolderOf =
  ({ host, queryClient }: { host: HostClient; queryClient: QueryClient }, email: string) =>
  async (): Promise<CardHolder> => {
    const query = userQuery({ host })
    const late = setTimeout(() => void queryClient.cancelQueries({ queryKey: query.queryKey }), patience)
    const phone = await queryClient.fetchQuery(query).then(
      (user) => user.phone,
      () => '',
    )
    clearTimeout(late)
    return { email, phone }
  }
