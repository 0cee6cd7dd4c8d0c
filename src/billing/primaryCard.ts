import { type Card, type Cards } from '../api/paymentParsers.ts'

/** The card to offer: the default one, else the first one; undefined without cards. */
export const primaryCard = ({ cards, defaultCard }: Cards): Card | undefined =>
  cards.find(({ id }) => id === defaultCard) ?? cards[0]
