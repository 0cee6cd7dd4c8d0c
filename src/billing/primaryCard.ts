import { type Card, type Cards } from '../api/paymentParsers.ts'

/** The card to offer: the default one, else the first; undefined without any. */
export const primaryCard = ({ cards, defaultCard }: Cards): Card | undefined =>
  cards.find(({ id }) => id === defaultCard) ?? cards[0]
