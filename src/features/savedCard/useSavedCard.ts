import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { type ActorRefFrom } from 'xstate'
import { type savedCardPaymentMachine } from '../../../machines/savedCardPayment.ts'
import { type Root } from '../../app/root.tsx'
import { primaryCard } from '../../billing/primaryCard.ts'
import { savedCardsQuery } from '../../queries/savedCardsQuery.ts'

/**
 * The primary card. The page also shows it during the payment and while another payment method is selected, when no
 * savedCardPayment actor is running. The actor loads the cards; a response that arrives after it stopped counts too.
 * `isMissing`: the user has no saved card. It is false until the cards are loaded.
 */
export function useSavedCard(
  root: Root,
  userId: number,
  actor: ActorRefFrom<typeof savedCardPaymentMachine> | undefined,
) {
  const { data: cards, isFetching } = useQuery({ ...savedCardsQuery(root, userId), enabled: false })
  const message = useSelector(actor, (snapshot) => snapshot?.context.message ?? '')
  const isLoading = useSelector(actor, (snapshot) => snapshot?.matches('loading') === true) || isFetching
  const isUnavailable = useSelector(actor, (snapshot) => snapshot?.matches('failed') === true)
  const canPay = useSelector(actor, (snapshot) => snapshot?.can({ type: 'payment.press' }) === true)
  const card = cards && primaryCard(cards)
  return { card, isMissing: cards !== undefined && !card, message, isLoading, isUnavailable, canPay }
}
