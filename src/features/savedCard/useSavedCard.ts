import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type SavedCard, type savedCardPaymentMachine } from '../../../machines/savedCardPayment.ts'

/**
 * The primary card. The page also shows it during the payment and while another payment method is selected, when no
 * savedCardPayment actor is running. `card` is then the last one that was loaded.
 */
export function useSavedCard(actor: ActorRefFrom<typeof savedCardPaymentMachine> | undefined) {
  const currentCard = useSelector(actor, (snapshot) => snapshot?.context.card)
  const message = useSelector(actor, (snapshot) => snapshot?.context.message ?? '')
  const isLoading = useSelector(actor, (snapshot) => snapshot?.matches('loading') === true)
  const isUnavailable = useSelector(actor, (snapshot) => snapshot?.matches('failed') === true)
  const canPay = useSelector(actor, (snapshot) => snapshot?.can({ type: 'payment.press' }) === true)
  const [lastCard, setLastCard] = useState<SavedCard>()
  const card = currentCard ?? lastCard
  if (card !== lastCard) setLastCard(card)
  return { card, message, isLoading, isUnavailable, canPay }
}
