import { type PaymentMethod } from '../../../machines/payment.types.ts'
import { type PaidCard } from '../../api/memberParsers.ts'
import { type Purchase } from '../../billing/receipt.ts'

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

const importReceipt = () => import('./Receipt.tsx')
let loading: ReturnType<typeof importReceipt> | undefined

/** Loads the code of the receipt once; again after a failure. */
export const loadReceipt = () =>
  (loading ??= importReceipt().catch((error: unknown) => {
    loading = undefined
    throw error
  }))
