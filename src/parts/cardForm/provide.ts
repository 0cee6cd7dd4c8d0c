import { cardPaymentMachine } from '../../../machines/cardPayment.ts'
import { userQuery } from '../../actors/membership.ts'
import { openStripe, type StripePort } from '../../actors/stripe.ts'
import { type Root } from '../../root.tsx'

/** The card provider for one page of this application. Nothing of it is fetched before a form is opened. */
export const openProvider = ({ configuration }: Pick<Root, 'configuration'>): StripePort =>
  openStripe(document, configuration)

/** The form for a new card, with the provider behind it. `email` is the account's. */
export const provideCardPayment = (root: Pick<Root, 'host' | 'queryClient'>, stripe: StripePort, email: string) =>
  cardPaymentMachine.provide({
    actors: {
      loadProvider: stripe.loadProvider,
      createPaymentMethod: stripe.createPaymentMethod(async () => ({
        email,
        // A card does not fail for want of a phone number.
        phone: await root.queryClient.fetchQuery(userQuery(root)).then(
          ({ phone }) => phone,
          () => '',
        ),
      })),
    },
  })
