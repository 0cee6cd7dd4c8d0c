import { type SavedCard } from '../../machines/savedCardPayment.ts'

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

/** 'Visa'; 'Card' for a brand that has no mark here. */
export const brandName = ({ brand }: Pick<SavedCard, 'brand'>): string => brands[brand] ?? 'Card'

/** 'Visa ending in 4242'. */
export const cardName = (card: Pick<SavedCard, 'brand' | 'last4'>): string =>
  `${brandName(card)} ending in ${card.last4}`

/** 'Visa •••• 4242'. */
export const maskedCardName = (card: Pick<SavedCard, 'brand' | 'last4'>): string =>
  `${brandName(card)} •••• ${card.last4}`
