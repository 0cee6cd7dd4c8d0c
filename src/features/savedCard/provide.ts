import { savedCardPaymentMachine } from '../../../machines/savedCardPayment.ts'
import { createSavedCardPaymentActors } from '../../actors/savedCards.ts'
import { type Root } from '../../app/root.tsx'

/** The primary card as a means of payment. */
export const provideSavedCard = ({ api }: Pick<Root, 'api'>) =>
  savedCardPaymentMachine.provide({ actors: createSavedCardPaymentActors({ api }) })
