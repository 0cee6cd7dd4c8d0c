import { savedCardsMachine } from '../../../machines/savedCards.ts'
import { createSavedCardsActors } from '../../actors/savedCards.ts'
import { createPageCardProvider, provideCardPayment } from '../../features/cardForm/provide.ts'
import { browserRegion } from '../../platform/browserRegion.ts'
import { type Root } from '../../app/root.tsx'

/** The savedCards machine with the API and the card provider. */
export function providePaymentCards(root: Root) {
  const cardProvider = createPageCardProvider(root)
  const { user } = root.session.getSnapshot().context
  const { gateways } = root.configuration
  return {
    cardProvider,
    userId: user?.ID ?? 0,
    machine: savedCardsMachine.provide({
      actors: {
        ...createSavedCardsActors({
          api: root.api,
          queryClient: root.queryClient,
          gateways,
          region: () => browserRegion(navigator.languages),
        }),
        cardPayment: provideCardPayment(root, cardProvider, user?.user_email ?? ''),
      },
    }),
  }
}
