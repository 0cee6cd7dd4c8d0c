import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { Breadcrumbs } from '../../features/breadcrumbs/Breadcrumbs.tsx'
import { SummaryLayout } from '../../features/checkout/SummaryLayout.tsx'
import { OrderSummary } from '../../features/plan/OrderSummary.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { CheckoutFormSkeleton, loadingSubtitle } from './CheckoutFormSkeleton.tsx'
import classes from './Subscribe.module.css'

const buyer = { name: undefined, username: undefined, email: undefined }

/** The screen before its code has loaded, for both layouts of the summary: the server does not know the width. */
export function Component() {
  const { money } = useRoot().configuration
  const summary = (isCollapsible: boolean) => (
    <div className={isCollapsible ? classes.onNarrow : classes.onWide}>
      <OrderSummary plan={undefined} buyer={buyer} today={undefined} money={money} isCollapsible={isCollapsible}>
        <Link to={paths.profile()}>Update Billing Info</Link>
      </OrderSummary>
    </div>
  )
  return (
    <>
      <Breadcrumbs />
      <PageHeading subtitle={loadingSubtitle}>Subscribe</PageHeading>
      <SummaryLayout
        summary={
          <>
            {summary(true)}
            {summary(false)}
          </>
        }
      >
        <CheckoutFormSkeleton />
      </SummaryLayout>
    </>
  )
}
