import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { type ActorRefFrom } from 'xstate'
import { type SavedCard, type savedCardPaymentMachine } from '../../../machines/savedCardPayment.ts'

/**
 * The primary card as a page shows it. It stays in sight while it pays and while another means is chosen, when nobody
 * runs who knows it: `card` is the last that was seen.
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
