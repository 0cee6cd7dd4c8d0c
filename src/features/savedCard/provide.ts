import { savedCardPaymentMachine } from '../../../machines/savedCardPayment.ts'
import { savedCardActors } from '../../actors/savedCards.ts'
import { type Root } from '../../app/root.tsx'

/** The primary card as a means of payment. */
export const provideSavedCard = ({ host }: Pick<Root, 'host'>) =>
  savedCardPaymentMachine.provide({ actors: savedCardActors({ host }) })
