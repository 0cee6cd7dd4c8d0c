import { savedCardPaymentMachine } from '../../../machines/savedCardPayment.ts'
import { createSavedCardPaymentActors } from '../../actors/savedCards.ts'
import { type Root } from '../../app/root.tsx'

/** The savedCardPayment machine with the cards of the API. */
export const provideSavedCard = (root: Pick<Root, 'api' | 'queryClient'>) =>
  savedCardPaymentMachine.provide({ actors: createSavedCardPaymentActors(root) })
