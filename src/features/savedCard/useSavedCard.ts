import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type SavedCard, type savedCardPaymentMachine } from '../../../machines/savedCardPayment.ts'

/**
 * The primary card. The page also shows it during the payment and while another payment method is selected, when no
 * savedCardPayment actor is running. `card` is then the last known card.
 */
export function useSavedCard(actor: ActorRefFrom<typeof savedCardPaymentMachine> | undefined) {
  const now = useSelector(actor, (snapshot) => snapshot)
  const [lastCard, setLastCard] = useState<SavedCard>()
  const card = now?.context.card ?? lastCard
  if (card !== lastCard) setLastCard(card)
  return {
    card,
    message: now?.context.message ?? '',
    isLoading: now?.matches('loading') === true,
    isUnavailable: now?.matches('unloaded') === true,
    canPay: now?.can({ type: 'payment.press' }) === true,
  }
}
