import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazyPart.ts'
import { MountLater } from '../../ui/MountLater.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { loadReceipt, type ReceiptProps } from './loadReceipt.ts'

/** A receipt that can't be loaded is left out: the confirmation around it is complete without it. */
const NoReceipt = () => null

const Receipt = lazyPart(async () => (await loadReceipt()).Receipt, NoReceipt)

/** What was bought, the amount, the payment method and the invoice. Its code loads with the plan. */
export function PaymentReceipt(props: ReceiptProps) {
  const placeholder = <Skeleton height="12rem" />
  // The first render of a lazy component suspends, even if its code is there. The confirmation does not wait for that.
  return (
    <MountLater placeholder={placeholder}>
      <Suspense fallback={placeholder}>
        <Receipt {...props} />
      </Suspense>
    </MountLater>
  )
}
