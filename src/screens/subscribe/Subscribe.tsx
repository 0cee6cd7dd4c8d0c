import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { memo, useMemo, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import { CardForm } from '../../features/cardForm/CardForm.tsx'
import { SummaryLayout } from '../../features/checkout/SummaryLayout.tsx'
import { PaymentMethodChoice } from '../../features/checkout/PaymentMethodChoice.tsx'
import { PaymentProgress, InlinePaymentProgress } from '../../features/checkout/PaymentProgress.tsx'
import { PlanWarning } from '../../features/checkout/PlanWarning.tsx'
import { ThankYou } from '../../features/checkout/ThankYou.tsx'
import { useCheckout } from '../../features/checkout/useCheckout.ts'
import { Breadcrumbs } from '../../features/breadcrumbs/Breadcrumbs.tsx'
import { Congratulations } from '../../features/paypal/Congratulations.tsx'
import { PaypalPanel } from '../../features/paypal/PaypalPanel.tsx'
import { OrderSummary } from '../../features/plan/OrderSummary.tsx'
import { PaymentReceipt } from '../../features/receipt/PaymentReceipt.tsx'
import { PaymentTerms } from '../../features/plan/PaymentTerms.tsx'
import { payLabel } from '../../features/plan/planText.ts'
import { ReturnToChannelNotice } from '../../features/returnToChannel/ReturnToChannelNotice.tsx'
import { paths } from '../../app/paths.ts'
import { dueToday } from '../../billing/dueToday.ts'
import { formatPrice } from '../../billing/formatPrice.ts'
import { useRoot } from '../../app/root.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingOverlay } from '../../ui/LoadingOverlay.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { UnmountLater } from '../../ui/UnmountLater.tsx'
import { dayOf, type Day } from '../../billing/validUntil.ts'
import { CheckoutFormSkeleton, loadingSubtitle } from './CheckoutFormSkeleton.tsx'
import { subscribeQueries } from './provide.ts'
import classes from './Subscribe.module.css'

/** The checkout of the plan in the URL. The key starts a new checkout for another plan. */
export function Component() {
  const { id = '' } = useParams()
  return <Subscribe key={id} id={id} />
}

function Subscribe({ id }: { id: string }) {
  const root = useRoot()
  const { money } = root.configuration
  const userId = useSelector(root.session, ({ context }) => context.user?.ID ?? 0)
  const checkout = useCheckout(Number(id), 'newCard')
  const { form, warning, isPaying, isChoosing } = checkout
  const { cardPayment, paypalPayment, planChange, confirmation } = checkout.actors
  const queries = subscribeQueries(root, id, userId)
  const { data: plan } = useQuery(queries.plan)
  const [today] = useState(() => dayOf(new Date()))
  const offer = form?.offer
  const terms = useMemo(() => offer && <PaymentTerms plan={offer} today={today} />, [offer, today])

  if (checkout.destination !== undefined) return <Navigate to={checkout.destination} replace />
  if (checkout.state === 'rechecking') return <LoadingOverlay />
  const { request } = checkout
  const thanks = confirmation && request && request.paymentMethod.kind !== 'paypal' && (
    // An interrupted attempt may have paid for another plan than the one in the URL.
    <ThankYou actor={confirmation} title={(request.planId === Number(id) && plan?.title) || ''}>
      <PaymentReceipt purchase={request} paidWith={request.paymentMethod.kind} />
    </ThankYou>
  )

  return (
    <>
      {thanks}
      <UnmountLater isShown={!thanks}>
        <Breadcrumbs lastLabel={plan?.title} />
        <PageHeading subtitle={plan ? plan.excerpt : loadingSubtitle}>
          {plan?.title ? `Subscribe to ${plan.title}` : 'Subscribe'}
        </PageHeading>
        {checkout.state === 'failed' ? (
          <>
            <FailureNotice {...checkout.failure} onRetry={checkout.retry} />
            <Link to={checkout.wayOn.to}>{checkout.wayOn.label}</Link>
          </>
        ) : (
          <SummaryLayout summary={<PlanSummary id={id} today={today} />}>
            {warning && !confirmation ? (
              <PlanWarning {...warning} today={today} hidden={planChange && !isPaying} />
            ) : null}
            {form ? (
              <div className={classes.form} hidden={!isChoosing && !isPaying}>
                <PaymentMethodChoice
                  chosen={form.paymentMethodKind}
                  offered={checkout.offered}
                  disabled={checkout.isLocked}
                  onChoose={checkout.choose}
                />
                {form.paymentMethodKind === 'newCard' ? (
                  <CardForm
                    actor={cardPayment}
                    cardProvider={checkout.cardProvider}
                    payHandlers={checkout.payHandlers}
                    isPaying={isPaying && !cardPayment}
                    label={payLabel('Pay', form.offer, money)}
                    terms={terms}
                  />
                ) : null}
                {paypalPayment ? (
                  <PaypalPanel actor={paypalPayment} total={formatPrice(dueToday(form.offer), money)} terms={terms} />
                ) : null}
                {planChange && isPaying ? <InlinePaymentProgress actor={planChange} /> : null}
                <ReturnToChannelNotice />
              </div>
            ) : null}
            {planChange && !isPaying ? (
              <PaymentProgress actor={planChange} planId={form?.offer.planId} terms={terms} />
            ) : null}
            {confirmation && request ? (
              <Congratulations actor={confirmation}>
                <PaymentReceipt purchase={request} paidWith="paypal" showsPrice />
              </Congratulations>
            ) : null}
            {!form && !warning && !planChange && !confirmation ? <CheckoutFormSkeleton /> : null}
          </SummaryLayout>
        )}
      </UnmountLater>
    </>
  )
}

/** What is bought and by whom. It does not change while a payment runs, so it is not rendered again. */
const PlanSummary = memo(function PlanSummary({ id, today }: { id: string; today: Day }) {
  const root = useRoot()
  const user = useSelector(root.session, ({ context }) => context.user)
  const queries = subscribeQueries(root, id, user?.ID ?? 0)
  const { data: plan } = useQuery(queries.plan)
  const { data: member } = useQuery(queries.member)
  // The summary above the form is collapsed, so that the form is visible without scrolling.
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  return (
    <OrderSummary
      isCollapsible={!isWide}
      plan={plan}
      today={today}
      money={root.configuration.money}
      buyer={{
        name: user?.display_name,
        username: member?.username,
        email: user?.user_email,
      }}
    >
      <Link to={paths.profile()}>Update Billing Info</Link>
    </OrderSummary>
  )
})
