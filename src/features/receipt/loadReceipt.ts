import { type PaymentMethod } from '../../../machines/payment.types.ts'
import { type PaidCard } from '../../api/memberParsers.ts'
import { type Purchase } from '../../billing/receipt.ts'
import { loadOnce } from '../../platform/loadChunk.ts'

/**
 * `paidWith` is the payment method, `card` the saved card that paid; undefined if only the member record has them.
 * With `showsPrice` the amount is the price of the plan and not what a trial charges today.
 */
export type ReceiptProps = {
  purchase: Purchase
  paidWith?: PaymentMethod['kind'] | undefined
  card?: PaidCard | undefined
  showsPrice?: boolean
}

/** Loads the code of the receipt. */
export const loadReceipt = loadOnce(() => import('./Receipt.tsx'))
