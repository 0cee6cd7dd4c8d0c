import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { BackLink } from '../../features/breadcrumbs/BackLink.tsx'
import { SummaryLayout } from '../../features/checkout/SummaryLayout.tsx'
import { OrderSummary } from '../../features/plan/OrderSummary.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { changeTypeLabels, parseChangeType } from './changeType.ts'
import { InvoiceSummary } from './InvoiceSummary.tsx'
import { PaymentMethodSkeleton } from './PaymentMethodSkeleton.tsx'
import classes from './Upgrade.module.css'
import { WideHeading } from './WideHeading.tsx'

const unknown = { plan: undefined, transaction: undefined, username: undefined, today: undefined }
const buyer = { name: undefined, username: undefined, email: undefined }

/** The screen before its code has loaded, for a phone and for a wide screen: the server does not know which one it is. */
export function Component() {
  const { money } = useRoot().configuration
  const type = parseChangeType(useSearchParams()[0].get('type'))
  const billing = <Link to={paths.profile()}>Update Billing Info</Link>
  return (
    <>
      <div className={classes.onPhone}>
        <BackLink to={paths.packages()}>Back to plans</BackLink>
      </div>
      <PageHeading>
        <span className={classes.onPhone}>{changeTypeLabels(type).heading}</span>
        <span className={classes.onWide}>
          <WideHeading type={type} plan={undefined} isLoading />
        </span>
      </PageHeading>
      <SummaryLayout
        summary={
          <>
            <div className={classes.onPhone}>
              <InvoiceSummary {...unknown} money={money} />
            </div>
            <div className={classes.onWide}>
              <OrderSummary {...unknown} money={money} buyer={buyer}>
                {billing}
              </OrderSummary>
            </div>
          </>
        }
      >
        <PaymentMethodSkeleton isMember />
        <div className={`${classes.links} ${classes.onPhone}`}>
          <Link to={paths.paymentCards()}>Change default card</Link>
          {billing}
        </div>
      </SummaryLayout>
    </>
  )
}
