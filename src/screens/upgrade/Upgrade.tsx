import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useId, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { type ActorRefFrom } from 'xstate'
import { type confirmationMachine } from '../../../machines/confirmation.ts'
import { type Means } from '../../../machines/reconciliation.ts'
import { formatPrice } from '../../billing/price.ts'
import { dayOf } from '../../billing/validUntil.ts'
import { CardForm } from '../../features/cardForm/CardForm.tsx'
import { BesideSummary } from '../../features/checkout/BesideSummary.tsx'
import { MeansChoice } from '../../features/checkout/MeansChoice.tsx'
import { isShort, PaymentWords, ShortWords } from '../../features/checkout/PaymentWords.tsx'
import { ThankYou } from '../../features/checkout/ThankYou.tsx'
import { useCheckout } from '../../features/checkout/useCheckout.ts'
import { WaysOn } from '../../features/checkout/WaysOn.tsx'
import { Congratulations } from '../../features/paypal/Congratulations.tsx'
import { PaypalPanel } from '../../features/paypal/PaypalPanel.tsx'
import { OrderSummary } from '../../features/plan/OrderSummary.tsx'
import { RunningWords } from '../../features/plan/RunningWords.tsx'
import { CardLine } from '../../features/savedCard/CardLine.tsx'
import { useSavedCard } from '../../features/savedCard/useSavedCard.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { InvoiceSummary } from './InvoiceSummary.tsx'
import { upgradeReads } from './provide.ts'
import { BuyButton, SavedCardPanel, SavedCardWords } from './SavedCardMeans.tsx'
import { changeTypeOf, wordsOf, type ChangeType } from './words.ts'
import classes from './Upgrade.module.css'

/** Changes to the plan that the address names. Another plan is another checkout, and another page. */
export function Component() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  return <Upgrade key={id} id={id} type={changeTypeOf(search.get('type'))} />
}

function Upgrade({ id, type }: { id: string; type: ChangeType }) {
  const root = useRoot()
  const { money, keys } = root.configuration
  const user = useSelector(root.session, ({ context }) => context.user)
  const isMember = useSelector(root.session, ({ context }) => context.role === 'membership')
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const { stripe, checkout, snapshot } = useCheckout(Number(id), 'savedCard')
  const { offer, means, chosen, message, result } = snapshot?.context ?? {}
  const [today] = useState(() => dayOf(new Date()))
  const choices = useId()

  // What an attempt that was cut has paid may be another plan than the one of the address.
  const paidPlan = String(result?.draft?.planId ?? id)
  const isOver = snapshot?.matches('thanking') === true || snapshot?.matches('left') === true
  const { data: member } = useQuery({ ...upgradeReads(root, id, user?.ID ?? 0, undefined).member, enabled: false })
  const reads = upgradeReads(root, isOver ? paidPlan : id, user?.ID ?? 0, member?.transactions[0]?.id)
  const { data: plan } = useQuery({ ...reads.plan, enabled: offer !== undefined || isOver })
  const { data: transaction } = useQuery({ ...reads.transaction, enabled: reads.transaction.enabled && !isWide })

  const { savedCardPayment, cardPayment, paypalPayment, planChange, confirmation } = snapshot?.children ?? {}
  const saved = useSavedCard(savedCardPayment)
  const isQuick = useSelector(planChange, (now) => now !== undefined && isShort(now))

  const words = wordsOf(type)
  const paidBy = isOver ? (result?.draft?.means.kind ?? chosen) : undefined
  if (confirmation && paidBy === 'newCard') {
    return (
      <>
        <ThankYou actor={confirmation} title={plan?.title ?? ''} />
        <Notice tone="done">{words.done}</Notice>
      </>
    )
  }

  const heading = isWide
    ? `${words.plan} Plan${plan ? ` - Your subscription is set to the ${plan.title}` : ''}`
    : words.heading
  if (snapshot?.matches('unloaded')) {
    return (
      <>
        <PageHeading>{heading}</PageHeading>
        <FailureNotice
          title="The plan could not be loaded"
          words={message ?? ''}
          onRetry={() => checkout?.send({ type: 'offer.retry' })}
        />
        <Link to={paths.packages()}>Back to the plans</Link>
      </>
    )
  }

  const isPaying = planChange !== undefined && means !== undefined && isQuick
  const isChoosing = snapshot?.matches('choosing') === true
  const isDone = isOver && paidBy === 'savedCard'
  // The means stays in the page while a payment runs: a refused one finds it as it was.
  const keepsMeans = offer !== undefined && chosen !== undefined && (isChoosing || means !== undefined)
  const price = formatPrice(offer?.price, money)
  const running = member?.activeMemberships.length === 1 ? (member.activeMemberships[0]?.title ?? '') : ''
  const offered = [
    ...(keys.stripe === '' ? [] : (['newCard'] as const)),
    ...(keys.paypal === '' ? [] : (['paypal'] as const)),
  ]
  const choose = (kind: Means['kind']) => checkout?.send({ type: 'means.choose', means: kind })
  const isExpanded = chosen !== 'savedCard'
  const buyer = { name: user?.display_name, username: member?.username, email: user?.user_email }
  const billing = <Link to={paths.profile()}>Update Billing Info</Link>
  const buyLabel = isWide ? 'Pay' : words.buy

  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <BesideSummary
        summary={
          isWide ? (
            <OrderSummary plan={plan} today={today} money={money} buyer={buyer}>
              {billing}
            </OrderSummary>
          ) : (
            <InvoiceSummary plan={plan} transaction={transaction} username={member?.username} money={money}>
              {billing}
            </InvoiceSummary>
          )
        }
      >
        {keepsMeans ? (
          <div className={classes.means} hidden={!isChoosing && !isPaying && !isOver}>
            {(offer.ending ?? offer.isForeign) && !isOver ? (
              <RunningWords running={{ planId: undefined, ending: offer.ending }} plan={running} />
            ) : null}
            {isWide ? (
              <>
                {saved.card || !isExpanded ? (
                  <>
                    <SavedCardPanel
                      actor={savedCardPayment}
                      saved={saved}
                      price={price}
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
                        aria-controls={choices}
                        disabled={!isChoosing}
                        onClick={() => choose(isExpanded ? 'savedCard' : (offered[0] ?? 'newCard'))}
                      >
                        Add a new payment method
                      </button>
                    </h2>
                  </>
                ) : (
                  <h2 className={classes.title}>Add a new payment method</h2>
                )}
                <div id={choices} hidden={!isExpanded}>
                  <MeansChoice chosen={chosen} offered={offered} disabled={!isChoosing} onChoose={choose} />
                </div>
              </>
            ) : (
              <MeansChoice
                chosen={chosen}
                offered={offered}
                disabled={!isChoosing}
                onChoose={choose}
                {...((saved.card || !isExpanded) && {
                  saved: saved.card ? (
                    <CardLine card={saved.card} />
                  ) : saved.isLoading ? (
                    'Looking for your saved card'
                  ) : (
                    'Saved card'
                  ),
                })}
              />
            )}
            {chosen === 'newCard' ? (
              <CardForm
                actor={cardPayment}
                stripe={stripe}
                isPaying={isPaying}
                label={price === undefined ? buyLabel : `${buyLabel} ${price}`}
              />
            ) : null}
            {paypalPayment ? <PaypalPanel actor={paypalPayment} price={price} /> : null}
            {!isWide && chosen === 'savedCard' ? (
              <div className={classes.buy}>
                <SavedCardWords actor={savedCardPayment} saved={saved} />
                <BuyButton actor={savedCardPayment} saved={saved} label={words.buy} price={price} isPaying={isPaying} />
              </div>
            ) : null}
            {planChange && isPaying ? <ShortWords actor={planChange} /> : null}
          </div>
        ) : null}
        {planChange && !isPaying ? <PaymentWords actor={planChange} /> : null}
        {confirmation && isDone ? <Done actor={confirmation} words={words.done} /> : null}
        {confirmation && paidBy === 'paypal' ? (
          <>
            <Notice tone="done">{words.done}</Notice>
            <Congratulations actor={confirmation} title={plan?.title ?? ''} price={formatPrice(plan?.price, money)} />
          </>
        ) : null}
        {!keepsMeans && !planChange && !isOver ? <BareMeans /> : null}
      </BesideSummary>
    </>
  )
}

/** The saved card has paid; the plans come by themselves, unless somebody wants to stay. */
function Done({ actor, words }: { actor: ActorRefFrom<typeof confirmationMachine>; words: string }) {
  return (
    <div className={classes.done}>
      <Notice tone="done">{words}</Notice>
      <WaysOn actor={actor} />
    </div>
  )
}

function BareMeans() {
  return (
    <div className={classes.means} role="status" aria-label="Loading the plan">
      <Skeleton height="6rem" />
      <Skeleton height="3rem" />
    </div>
  )
}
