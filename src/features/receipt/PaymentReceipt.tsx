import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { loadReceipt, type ReceiptProps } from './loadReceipt.ts'

/** A receipt that can't be loaded is left out: the confirmation around it is complete without it. */
const NoReceipt = () => null

const Receipt = lazyPart(async () => (await loadReceipt()).Receipt, NoReceipt)

/** What was bought, the amount, the payment method and the invoice. Its code loads with the plan. */
export function PaymentReceipt(props: ReceiptProps) {
  return (
    <Suspense fallback={<Skeleton height="12rem" />}>
      <Receipt {...props} />
    </Suspense>
  )
}
