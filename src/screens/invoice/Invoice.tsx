import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { Link, useParams } from 'react-router-dom'
import { type PaymentStatus } from '../../../machines/history.ts'
import { addressLines } from '../../features/address/addressLines.ts'
import { formatPrice } from '../../billing/formatPrice.ts'
import { dayText, statusLabels } from '../../features/transaction/transactionText.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.ts'
import { invoiceQueries, paidBy } from './provide.ts'
import classes from './Invoice.module.css'

const isStatus = (status: string): status is PaymentStatus => status in statusLabels

/** One transaction as an invoice: a page that prints well. */
export function Component() {
  const root = useRoot()
  const { id = '' } = useParams()
  const user = useSelector(root.session, (snapshot) => snapshot.context.user)
  const queries = invoiceQueries(root, id, user?.ID ?? 0)
  const { data, error, isFetching, refetch } = useQuery(queries.transaction)
  const member = useQuery(queries.member).data
  const { money, brand, links } = root.configuration
  const price = (amount: number | undefined) => formatPrice(amount, money) ?? '—'
  const name = [member?.firstName, member?.lastName].filter(Boolean).join(' ') || user?.display_name

  return (
    <>
      <PageHeading
        aside={
          data ? (
            <Button variant="default" className={classes.screen} onClick={() => window.print()}>
              Print or save PDF
            </Button>
          ) : null
        }
      >
        Invoice
      </PageHeading>
      {data ? (
        <article className={classes.invoice} aria-label={`Invoice ${data.id}`}>
          <header className={classes.header}>
            <div>
              <p className={classes.brand}>{brand.name}</p>
              <p className={classes.quiet}>{brand.tagline}</p>
              <p className={classes.quiet}>{links.supportEmail}</p>
            </div>
            <dl className={classes.facts}>
              <dt>Invoice</dt>
              <dd>{data.id}</dd>
              <dt>Date</dt>
              <dd>{dayText(data.createdAt, money.locale)}</dd>
              <dt>Status</dt>
              <dd>{isStatus(data.status) ? statusLabels[data.status] : statusLabels.other}</dd>
            </dl>
          </header>
          <section>
            <h2>Billed to</h2>
            <p>{name || '—'}</p>
            {(member ? addressLines(member.address, money.locale) : []).map((line, at) => (
              <p key={at}>{line}</p>
            ))}
            <p className={classes.quiet}>{user?.user_email}</p>
          </section>
          <table className={classes.lines}>
            <thead>
              <tr>
                <th scope="col">Description</th>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>
                  {data.planTitle || 'Membership'}
                  <span className={classes.quiet}>
                    {data.expiresAt
                      ? `${dayText(data.createdAt, money.locale)} to ${dayText(data.expiresAt, money.locale)}`
                      : `From ${dayText(data.createdAt, money.locale)}`}
                  </span>
                </td>
                <td>{price(data.amount)}</td>
              </tr>
              {data.tax ? (
                <tr>
                  <td>Tax</td>
                  <td>{price(data.tax)}</td>
                </tr>
              ) : null}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                <td>{price(data.total ?? data.amount)}</td>
              </tr>
            </tfoot>
          </table>
          <dl className={classes.facts}>
            <dt>Paid with</dt>
            <dd>{paidBy(root, data.gateway)}</dd>
            <dt>Transaction</dt>
            <dd className={classes.number}>{data.number || '—'}</dd>
          </dl>
        </article>
      ) : error && !isFetching ? (
        <FailureNotice title="We couldn’t load this invoice" message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the invoice" className={classes.skeleton}>
          <Skeleton height="28rem" />
        </div>
      )}
      <p className={classes.screen}>
        <Link to={paths.transactions()} className={classes.back}>
          Back to billing history
        </Link>
      </p>
    </>
  )
}
