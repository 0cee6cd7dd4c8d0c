import { Receipt } from '../../features/receipt/Receipt.tsx'
import { Success } from './SubscribeSuccess.tsx'

/** Only the browser knows whether it has paid, and what for. Until a receipt has loaded, it is the same for every payment. */
const purchase = { planId: 0, knownSubscriptionIds: [] }

/** The confirmation before its code has loaded. */
export const Component = () => (
  <Success isKnown={false}>
    <Receipt purchase={purchase} />
  </Success>
)
