/** The data and events of `savedCards`. */
import { type BillingDetails } from './payment.types.ts'
import { type SavedCard } from './savedCardPayment.ts'

/** `message` is plain text and may be empty. `isAboutCard`: the provider refused the card. */
type Refused = { kind: 'refused'; message: string; isAboutCard?: boolean }
/** The stored cards and the id of the default one. */
type Listed = { kind: 'granted'; cards: readonly SavedCard[]; defaultCard: string | undefined }

/** `isPaying`: the default card pays for an active plan. `billing`: what the form for a new card starts with. */
export type CardListResult = (Listed & { isPaying: boolean; billing: BillingDetails }) | Refused
/** `gone`: the provider no longer has the card, so the list is out of date. */
export type CardChangeResult = Listed | Refused | { kind: 'gone' }

export type SavedCardsContext = {
  userId: number
  cards: readonly SavedCard[]
  defaultCard: string | undefined
  isPaying: boolean
  /** What the form for a new card starts with; undefined until the cards are loaded. */
  billing: BillingDetails | undefined
  /** The id of the card that is removed or changed, '' without one. */
  selectedId: string
  /** The message of the last success, '' without one. */
  notice: string
  /** The message of the last error, '' without one. */
  error: string
  /** The error is that the provider refused the new card. */
  isCardRefused: boolean
}

export type SavedCardsEvent =
  | { type: 'list.retry' }
  | { type: 'card.makeDefault'; id: string }
  | { type: 'card.remove'; id: string }
  | { type: 'remove.confirm' }
  | { type: 'remove.cancel' }
  | { type: 'card.add' }
  | { type: 'add.cancel' }
