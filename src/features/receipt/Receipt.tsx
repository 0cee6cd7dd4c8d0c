import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { maskedCardName } from '../../billing/cardName.ts'
import { formatPrice } from '../../billing/formatPrice.ts'
import { receiptOf, type Receipt as Facts } from '../../billing/receipt.ts'
import { daysBetween, dayOf, formatDayInText } from '../../billing/validUntil.ts'
import { TextSkeleton } from '../../ui/Skeleton.tsx'
import { type ReceiptProps } from './loadReceipt.ts'
import { receiptQueries } from './provide.ts'
import classes from './Receipt.module.css'

function paidWithText(receipt: Facts, { paidWith, card }: ReceiptProps): string | undefined {
  if (paidWith === 'paypal' || receipt.paidWith?.kind === 'paypal') return 'PayPal'
  const known = receipt.paidWith?.card?.brand ? receipt.paidWith.card : (card ?? receipt.paidWith?.card)
  if (known) return maskedCardName(known)
  return paidWith === undefined && receipt.paidWith === undefined ? undefined : 'Card'
}

/** What was bought, the amount, the payment method and the invoice. Unknown facts are dashes or left out. */
export function Receipt(props: ReceiptProps) {
  const { purchase, showsPrice = false } = props
  const root = useRoot()
  const { gateways, money } = root.configuration
  const userId = useSelector(root.session, ({ context }) => context.user?.ID ?? 0)
  const isRechecking = useSelector(root.session, (snapshot) => snapshot.hasTag('rechecking'))
  const [today] = useState(() => dayOf(new Date()))
  const queries = receiptQueries(root, purchase.planId, userId, isRechecking)
  const { data: plan, isLoading: isPlanLoading } = useQuery(queries.plan)
  const { data: member, isFetching } = useQuery(queries.member)
  const receipt = receiptOf(purchase, plan, member, gateways, today)

  const charged = formatPrice(receipt.charged, money)
  const price = formatPrice(plan?.price, money)
  const when = daysBetween(receipt.day, today) === 0 ? 'today' : `on ${formatDayInText(receipt.day)}`
  const firstCharge = receipt.firstCharge && formatDayInText(receipt.firstCharge)
  const isTrial = firstCharge !== undefined
  const isLoading = isRechecking || isFetching

  return (
    <section aria-label="Your purchase">
      <dl className={classes.rows}>
        <div className={classes.total}>
          <dt>{isPlanLoading ? <TextSkeleton width="6rem" /> : plan?.title || 'Your membership'}</dt>
          <dd>{(showsPrice ? price : charged) ?? '—'}</dd>
        </div>
        {(charged === undefined && !isPlanLoading) || (showsPrice && !isTrial) ? null : (
          <div className={classes.when}>
            <dt className="visually-hidden">Charged</dt>
            <dd>
              {charged === undefined ? <>&nbsp;</> : showsPrice ? `${charged} charged ${when}` : `Charged ${when}`}
            </dd>
          </div>
        )}
        {firstCharge === undefined ? null : (
          <Row name="First charge">
            {price === undefined || showsPrice ? firstCharge : `${price} on ${firstCharge}`}
          </Row>
        )}
        <Row name="Paid with">{paidWithText(receipt, props) ?? (isLoading ? <TextSkeleton width="8rem" /> : '—')}</Row>
        <Row name="Invoice">
          {receipt.invoiceId !== undefined ? (
            <Link to={paths.invoice(receipt.invoiceId)}>Invoice {receipt.invoiceId}</Link>
          ) : isLoading ? (
            <span role="status" aria-label="Loading the invoice">
              <TextSkeleton width="6rem" />
            </span>
          ) : (
            <Link to={paths.transactions()}>Billing history</Link>
          )}
        </Row>
      </dl>
    </section>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
