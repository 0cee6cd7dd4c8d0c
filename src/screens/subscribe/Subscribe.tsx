import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { CardForm } from '../../features/cardForm/CardForm.tsx'
import { BesideSummary } from '../../features/checkout/BesideSummary.tsx'
import { MeansChoice } from '../../features/checkout/MeansChoice.tsx'
import { isShort, PaymentWords, ShortWords } from '../../features/checkout/PaymentWords.tsx'
import { ThankYou } from '../../features/checkout/ThankYou.tsx'
import { useCheckout } from '../../features/checkout/useCheckout.ts'
import { Crumbs } from '../../features/breadcrumbs/Crumbs.tsx'
import { Congratulations } from '../../features/paypal/Congratulations.tsx'
import { PaypalPanel } from '../../features/paypal/PaypalPanel.tsx'
import { OrderSummary } from '../../features/plan/OrderSummary.tsx'
import { RunningWords } from '../../features/plan/RunningWords.tsx'
import { AfterPaying } from '../../features/returnToChannel/AfterPaying.tsx'
import { paths } from '../../app/paths.ts'
import { formatPrice } from '../../billing/price.ts'
import { useRoot } from '../../app/root.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { dayOf } from '../../billing/validUntil.ts'
import { subscribeReads } from './provide.ts'
import classes from './Subscribe.module.css'

/** Pays for the plan that the address names. Another plan is another checkout, and another page. */
export function Component() {
  const { id = '' } = useParams()
  return <Subscribe key={id} id={id} />
}

function Subscribe({ id }: { id: string }) {
  const root = useRoot()
  const { money, keys } = root.configuration
  const user = useSelector(root.session, ({ context }) => context.user)
  const { stripe, checkout, snapshot } = useCheckout(Number(id), 'newCard')
  const reads = subscribeReads(root, id, user?.ID ?? 0)
  const { data: plan } = useQuery(reads.plan)
  const { data: member } = useQuery({ ...reads.member, enabled: false })
  const [today] = useState(() => dayOf(new Date()))
  // Where the summary stands beside the form; above it, it leaves the first view to the form.
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })

  const { cardPayment, paypalPayment: paypal, planChange, confirmation } = snapshot?.children ?? {}
  const short = useSelector(planChange, (now) => now !== undefined && isShort(now))
  const { offer, means, chosen, message, result } = snapshot?.context ?? {}

  const isByPaypal = (result?.draft?.means.kind ?? chosen) === 'paypal'
  if (confirmation && !isByPaypal) return <ThankYou actor={confirmation} title={plan?.title ?? ''} />

  const isPaying = planChange !== undefined && means !== undefined && short
  const isChoosing = snapshot?.matches('choosing') === true
  // The form stays in the page while a payment runs: a refused one finds it as it was.
  const keepsForm = offer !== undefined && chosen !== undefined && (isChoosing || means !== undefined)
  const price = formatPrice(offer?.price, money)

  return (
    <>
      <Crumbs last={plan?.title} />
      <PageHeading lead={plan ? `${plan.title}. ${plan.excerpt}` : 'Choose how to pay, and your plan begins at once.'}>
        Subscribe
      </PageHeading>
      {snapshot?.matches('unloaded') ? (
        <>
          <FailureNotice
            title="The plan could not be loaded"
            words={message ?? ''}
            onRetry={() => checkout?.send({ type: 'offer.retry' })}
          />
          <Link to={paths.packages()}>Back to the plans</Link>
        </>
      ) : (
        <BesideSummary
          summary={
            <OrderSummary
              folds={!isWide}
              plan={plan}
              today={today}
              money={money}
              buyer={{
                name: user?.display_name,
                username: member?.username,
                email: user?.user_email,
              }}
            >
              <Link to={paths.profile()}>Update Billing Info</Link>
            </OrderSummary>
          }
        >
          {keepsForm ? (
            <div className={classes.form} hidden={!isChoosing && !isPaying}>
              {offer.ending || offer.isForeign ? (
                <RunningWords running={{ planId: undefined, ending: offer.ending }} plan="" />
              ) : null}
              <MeansChoice
                chosen={chosen}
                offered={[
                  ...(keys.stripe === '' ? [] : (['newCard'] as const)),
                  ...(keys.paypal === '' ? [] : (['paypal'] as const)),
                ]}
                disabled={!isChoosing}
                onChoose={(kind) => checkout?.send({ type: 'means.choose', means: kind })}
              />
              {chosen === 'newCard' ? (
                <CardForm
                  actor={cardPayment}
                  stripe={stripe}
                  isPaying={isPaying}
                  label={price === undefined ? 'Pay' : `Pay ${price}`}
                />
              ) : null}
              {paypal ? <PaypalPanel actor={paypal} price={price} /> : null}
              {planChange && isPaying ? <ShortWords actor={planChange} /> : null}
              <AfterPaying />
            </div>
          ) : null}
          {planChange && !isPaying ? <PaymentWords actor={planChange} /> : null}
          {confirmation ? (
            <Congratulations actor={confirmation} title={plan?.title ?? ''} price={formatPrice(plan?.price, money)} />
          ) : null}
          {!keepsForm && !planChange && !confirmation ? <BareForm /> : null}
        </BesideSummary>
      )}
    </>
  )
}

function BareForm() {
  return (
    <div className={classes.form} role="status" aria-label="Loading the plan">
      <Skeleton height="4.5rem" />
      <Skeleton height="4.5rem" />
      <Skeleton height="4.5rem" />
      <Skeleton height="4.5rem" />
    </div>
  )
}
