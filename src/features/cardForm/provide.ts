import { cardPaymentMachine } from '../../../machines/cardPayment.ts'
import { cardHolderOf } from '../../actors/cardHolder.ts'
import { openStripe, type StripePort } from '../../actors/stripe.ts'
import { type Root } from '../../app/root.tsx'

/** The card provider for one page of this application. Nothing of it is fetched before a form is opened. */
export const openProvider = ({ configuration }: Pick<Root, 'configuration'>): StripePort =>
  openStripe(document, configuration)

/** The form for a new card, with the provider behind it. `email` is the account's. */
export const provideCardPayment = (root: Pick<Root, 'host' | 'queryClient'>, stripe: StripePort, email: string) =>
  cardPaymentMachine.provide({
    actors: {
      loadProvider: stripe.loadProvider,
      createPaymentMethod: stripe.createPaymentMethod(cardHolderOf(root, email)),
    },
  })
