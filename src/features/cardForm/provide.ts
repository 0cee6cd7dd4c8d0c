import { cardPaymentMachine } from '../../../machines/cardPayment.ts'
import { createCardHolderLoader } from '../../actors/cardHolder.ts'
import { createCardProvider as createStripeCardProvider, type CardProvider } from '../../actors/stripeProvider.ts'
import { type Root } from '../../app/root.tsx'

/** The card provider for one page of this application. Nothing of it is fetched before a form is opened. */
export const createPageCardProvider = ({ configuration }: Pick<Root, 'configuration'>): CardProvider =>
  createStripeCardProvider(document, configuration)

/** The form for a new card, with the provider behind it. `email` is the account's. */
export const provideCardPayment = (root: Pick<Root, 'api' | 'queryClient'>, stripe: CardProvider, email: string) =>
  cardPaymentMachine.provide({
    actors: {
      loadProvider: stripe.loadProvider,
      createPaymentMethod: stripe.createPaymentMethod(createCardHolderLoader(root, email)),
    },
  })
