import { cardPaymentMachine } from '../../../machines/cardPayment.ts'
import { createCardHolderLoader } from '../../actors/cardHolder.ts'
import { createCardProvider, type CardProvider } from '../../actors/stripeProvider.ts'
import { type Root } from '../../app/root.tsx'

/** The card provider for one page of this application. Its script is loaded when the first form opens. */
export const createPageCardProvider = ({ configuration }: Pick<Root, 'configuration'>): CardProvider =>
  createCardProvider(() => document, configuration)

/** The cardPayment machine with its actors. `email` is the account's email address. */
export const provideCardPayment = (
  root: Pick<Root, 'api' | 'queryClient'>,
  cardProvider: CardProvider,
  email: string,
) =>
  cardPaymentMachine.provide({
    actors: {
      loadProvider: cardProvider.loadProvider,
      createPaymentMethod: cardProvider.createPaymentMethod(createCardHolderLoader(root, email)),
    },
  })
