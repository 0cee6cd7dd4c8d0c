import { lazy, Suspense, type ComponentType } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { loadReceipt, type ReceiptProps } from './loadReceipt.ts'

// A receipt that can't be loaded is left out: the confirmation around it is complete without it.
async function loadComponent(): Promise<{ default: ComponentType<ReceiptProps> }> {
  try {
    return { default: (await loadReceipt()).Receipt }
  } catch {
    return { default: () => null }
  }
}

const Receipt = lazy(loadComponent)

/** What was bought, the amount, the payment method and the invoice. Its code loads with the plan. */
export function PaymentReceipt(props: ReceiptProps) {
  return (
    <Suspense fallback={<Skeleton height="12rem" />}>
      <Receipt {...props} />
    </Suspense>
  )
}
