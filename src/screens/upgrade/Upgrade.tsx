import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useId, useState, type ReactNode } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom'
import { type ActorRefFrom } from 'xstate'
import { type confirmationMachine } from '../../../machines/confirmation.ts'
import { dueToday } from '../../billing/dueToday.ts'
import { formatPrice } from '../../billing/formatPrice.ts'
import { dayOf } from '../../billing/validUntil.ts'
import { BackLink } from '../../features/breadcrumbs/BackLink.tsx'
import { CardForm } from '../../features/cardForm/CardForm.tsx'
import { SummaryLayout } from '../../features/checkout/SummaryLayout.tsx'
import { PayBar } from '../../features/checkout/PayBar.tsx'
import { PaymentMethodChoice } from '../../features/checkout/PaymentMethodChoice.tsx'
import { PaymentProgress, InlinePaymentProgress } from '../../features/checkout/PaymentProgress.tsx'
import { PlanWarning } from '../../features/checkout/PlanWarning.tsx'
import { ThankYou } from '../../features/checkout/ThankYou.tsx'
import { useCheckout } from '../../features/checkout/useCheckout.ts'
import { NextSteps } from '../../features/checkout/NextSteps.tsx'
import { Congratulations } from '../../features/paypal/Congratulations.tsx'
import { PaypalPanel } from '../../features/paypal/PaypalPanel.tsx'
import { OrderSummary } from '../../features/plan/OrderSummary.tsx'
import { PaymentReceipt } from '../../features/receipt/PaymentReceipt.tsx'
import { PaymentTerms } from '../../features/plan/PaymentTerms.tsx'
import { payLabel } from '../../features/plan/planText.ts'
import { CardLine } from '../../features/savedCard/CardLine.tsx'
import { useSavedCard } from '../../features/savedCard/useSavedCard.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LoadingOverlay } from '../../ui/LoadingOverlay.tsx'
import { MountLater } from '../../ui/MountLater.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { InvoiceSummary } from './InvoiceSummary.tsx'
import { PaymentMethodSkeleton } from './PaymentMethodSkeleton.tsx'
import { upgradeQueries } from './provide.ts'
import { BuyButton, SavedCardPanel, SavedCardMessage } from './SavedCardPanel.tsx'
import { parseChangeType, changeTypeLabels, type ChangeType } from './changeType.ts'
import { WideHeading } from './WideHeading.tsx'
import classes from './Upgrade.module.css'

/** Changes to the plan in the URL. The key starts a new checkout for another plan. */
export function Component() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  return <Upgrade key={id} id={id} type={parseChangeType(search.get('type'))} />
}

function Upgrade({ id, type }: { id: string; type: ChangeType }) {
  const root = useRoot()
  const { money } = root.configuration
  const user = useSelector(root.session, ({ context }) => context.user)
  const isMember = useSelector(root.session, ({ context }) => context.role === 'membership')
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const checkout = useCheckout(Number(id), 'savedCard')
  const { state, request, form, warning, isPaying, isChoosing, isLocked, offered, choose } = checkout
  const { savedCardPayment, cardPayment, paypalPayment, planChange, confirmation } = checkout.actors
  const [today] = useState(() => dayOf(new Date()))
  const choicesId = useId()

  // An interrupted attempt may have paid for another plan than the one in the URL.
  const paidPlan = String(request?.planId ?? id)
  const isOver = state === 'thanking'
  const { data: member } = useQuery(upgradeQueries(root, id, user?.ID ?? 0, undefined).member)
  const queries = upgradeQueries(root, isOver ? paidPlan : id, user?.ID ?? 0, member?.transactions[0]?.id)
  const { data: plan } = useQuery({ ...queries.plan, enabled: checkout.offer !== undefined || isOver })
  const { data: transaction } = useQuery({ ...queries.transaction, enabled: queries.transaction.enabled && !isWide })

  const saved = useSavedCard(root, user?.ID ?? 0, savedCardPayment)

  const labels = changeTypeLabels(type)
  const paidBy = isOver ? request?.paymentMethod.kind : undefined
  if (checkout.destination !== undefined) return <Navigate to={checkout.destination} replace />
  if (state === 'rechecking') return <LoadingOverlay />
  const receipt = isOver && request && (
    <PaymentReceipt
      purchase={request}
      paidWith={paidBy}
      card={paidBy === 'savedCard' ? saved.card : undefined}
      showsPrice={paidBy === 'paypal'}
    />
  )
  if (confirmation && paidBy === 'newCard') {
    return (
      <ThankYou actor={confirmation} title={plan?.title ?? ''} {...(type && { message: labels.done })}>
        {receipt}
      </ThankYou>
    )
  }

  const heading = isWide ? (
    <WideHeading type={type} plan={plan?.title} isLoading={state !== 'failed'} />
  ) : (
    labels.heading
  )
  // A phone has no navigation during a checkout.
  const back = isWide || isOver ? null : <BackLink to={paths.packages()}>Back to plans</BackLink>
  if (state === 'failed') {
    return (
      <>
        <PageHeading>{heading}</PageHeading>
        <FailureNotice {...checkout.failure} onRetry={checkout.retry} />
        <Link to={checkout.wayOn.to}>{checkout.wayOn.label}</Link>
      </>
    )
  }

  const isDone = isOver && paidBy === 'savedCard'
  const price = formatPrice(form && dueToday(form.offer), money)
  const terms = form && !isOver && <PaymentTerms plan={form.offer} today={today} />
  const isExpanded = form?.paymentMethodKind !== 'savedCard'
  const buyer = { name: user?.display_name, username: member?.username, email: user?.user_email }
  const billing = <Link to={paths.profile()}>Update Billing Info</Link>

  return (
    <>
      {back}
      <PageHeading>{heading}</PageHeading>
      <SummaryLayout
        summary={
          // The receipt takes the place of the summary.
          isDone ? null : isWide ? (
            <OrderSummary plan={plan} today={today} money={money} buyer={buyer}>
              {billing}
            </OrderSummary>
          ) : (
            <InvoiceSummary plan={plan} transaction={transaction} username={member?.username} money={money} />
          )
        }
      >
        {confirmation && isDone ? <Done actor={confirmation} message={labels.done} receipt={receipt} /> : null}
        {warning && !isOver ? <PlanWarning {...warning} today={today} hidden={planChange && !isPaying} /> : null}
        {form ? (
          <div className={classes.method} hidden={!isChoosing && !isPaying && !isOver}>
            {isWide ? (
              <>
                {!saved.isMissing || !isExpanded ? (
                  <>
                    <SavedCardPanel
                      actor={savedCardPayment}
                      saved={saved}
                      price={price}
                      terms={terms}
                      isChosen={!isExpanded}
                      isPaying={isPaying}
                      isMember={isMember}
                      onChoose={isChoosing ? () => choose('savedCard') : undefined}
                    />
                    <h2 className={classes.title}>
                      <button
                        type="button"
                        className={classes.more}
                        aria-expanded={isExpanded}
                        aria-controls={choicesId}
                        disabled={isLocked}
                        onClick={() => choose(isExpanded ? 'savedCard' : (offered[0] ?? 'newCard'))}
                      >
                        Add a new payment method
                      </button>
                    </h2>
                  </>
                ) : (
                  <h2 className={classes.title}>Add a new payment method</h2>
                )}
                <div id={choicesId} hidden={!isExpanded}>
                  <PaymentMethodChoice
                    chosen={form.paymentMethodKind}
                    offered={offered}
                    disabled={isLocked}
                    onChoose={choose}
                  />
                </div>
              </>
            ) : (
              <PaymentMethodChoice
                chosen={form.paymentMethodKind}
                offered={offered}
                disabled={isLocked}
                onChoose={choose}
                {...((!saved.isMissing || !isExpanded) && {
                  saved: saved.card ? (
                    <CardLine card={saved.card} />
                  ) : saved.isLoading ? (
                    'Loading your saved card…'
                  ) : (
                    'Saved card'
                  ),
                })}
              />
            )}
            {form.paymentMethodKind === 'newCard' ? (
              <MountLater>
                <CardForm
                  actor={cardPayment}
                  cardProvider={checkout.cardProvider}
                  payHandlers={checkout.payHandlers}
                  isPaying={isPaying}
                  label={payLabel(isWide ? 'Pay' : labels.buy, form.offer, money)}
                  terms={terms}
                />
              </MountLater>
            ) : null}
            {paypalPayment ? <PaypalPanel actor={paypalPayment} total={price} terms={terms} /> : null}
            {!isWide && form.paymentMethodKind === 'savedCard' ? (
              <PayBar>
                <SavedCardMessage actor={savedCardPayment} saved={saved} />
                {terms}
                <BuyButton
                  actor={savedCardPayment}
                  saved={saved}
                  label={labels.buy}
                  price={price}
                  isPaying={isPaying}
                />
              </PayBar>
            ) : null}
            {planChange && isPaying ? <InlinePaymentProgress actor={planChange} /> : null}
          </div>
        ) : null}
        {planChange && !isPaying ? (
          <PaymentProgress actor={planChange} planId={form?.offer.planId} terms={terms} />
        ) : null}
        {confirmation && paidBy === 'paypal' ? (
          <>
            <Notice tone="done">{labels.done}</Notice>
            <Congratulations actor={confirmation}>{receipt}</Congratulations>
          </>
        ) : null}
        {!form && !warning && !planChange && !isOver ? <PaymentMethodSkeleton isMember={isMember} /> : null}
        {isWide ? null : (
          <div className={classes.links}>
            {isMember ? <Link to={paths.paymentCards()}>Change default card</Link> : null}
            {billing}
          </div>
        )}
      </SummaryLayout>
    </>
  )
}

/** Confirms a payment with the saved card. Redirects to the plans unless the user stays. */
function Done({
  actor,
  message,
  receipt,
}: {
  actor: ActorRefFrom<typeof confirmationMachine>
  message: string
  receipt: ReactNode
}) {
  return (
    <div className={classes.done}>
      <Notice tone="done">{message}</Notice>
      {receipt}
      <NextSteps actor={actor} />
    </div>
  )
}
