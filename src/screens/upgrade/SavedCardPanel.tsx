import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type ActorRefFrom } from 'xstate'
import { type savedCardPaymentMachine } from '../../../machines/savedCardPayment.ts'
import { CardLine } from '../../features/savedCard/CardLine.tsx'
import { type useSavedCard } from '../../features/savedCard/useSavedCard.ts'
import { paths } from '../../app/paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton, TextSkeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import classes from './Upgrade.module.css'

type Actor = ActorRefFrom<typeof savedCardPaymentMachine>

/** The button that pays with the saved card. The price follows `label`. */
export function BuyButton({
  actor,
  saved,
  label,
  price,
  isPaying,
}: {
  actor: Actor | undefined
  saved: ReturnType<typeof useSavedCard>
  label: string
  price: string | undefined
  isPaying: boolean
}) {
  return (
    <Button
      loading={isPaying || (saved.isLoading && saved.card !== undefined)}
      disabled={!saved.canPay}
      onClick={() => actor?.send({ type: 'payment.press' })}
    >
      {label}
      {price === undefined ? null : <>&nbsp;{price}</>}
    </Button>
  )
}

/** The reason why the cards failed to load, with Try again, or why the last payment was refused. */
export function SavedCardMessage({
  actor,
  saved,
}: {
  actor: Actor | undefined
  saved: ReturnType<typeof useSavedCard>
}) {
  return (
    <div className={classes.message}>
      <Notice tone="wrong">
        {saved.isUnavailable ? (
          <span className={classes.unavailable}>
            {saved.message}
            <Button variant="default" onClick={() => actor?.send({ type: 'cards.retry' })}>
              Try again
            </Button>
          </span>
        ) : (
          saved.message
        )}
      </Notice>
    </div>
  )
}

/** The primary card on a wide screen, with the terms and Pay Now. While another payment method is selected, a button selects it again. */
export function SavedCardPanel({
  actor,
  saved,
  price,
  terms,
  isChosen,
  isPaying,
  isMember,
  onChoose,
}: {
  actor: Actor | undefined
  saved: ReturnType<typeof useSavedCard>
  price: string | undefined
  terms: ReactNode
  isChosen: boolean
  isPaying: boolean
  isMember: boolean
  onChoose: (() => void) | undefined
}) {
  return (
    <section className={classes.saved} aria-label="Pay with your saved card" aria-busy={saved.isLoading}>
      <h2 className={classes.title}>Pay with your saved card</h2>
      {saved.card ? (
        <div className={isChosen ? classes.chosen : classes.line}>
          <CardLine card={saved.card} />
          {isChosen ? (
            <>
              {terms}
              <BuyButton actor={actor} saved={saved} label="Pay Now" price={price} isPaying={isPaying} />
            </>
          ) : (
            <Button variant="default" disabled={!onChoose} onClick={onChoose}>
              Use this card
            </Button>
          )}
        </div>
      ) : saved.isLoading ? (
        <div className={classes.chosen} role="status" aria-label="Loading your saved card">
          <TextSkeleton width="16rem" />
          {terms}
          <Skeleton height="2.625rem" width="8rem" />
        </div>
      ) : null}
      <SavedCardMessage actor={actor} saved={saved} />
      {isMember ? <Link to={paths.paymentCards()}>Change default card</Link> : null}
    </section>
  )
}
