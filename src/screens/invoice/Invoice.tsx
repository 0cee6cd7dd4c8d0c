import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { DownloadButton, DownloadNotice, useDownload } from '../../features/download/Download.tsx'
import { type InvoiceText } from '../../platform/invoicePdf.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import { invoiceQueries, invoiceTextOf, provideInvoiceDownload } from './provide.ts'
import classes from './Invoice.module.css'

/** One transaction as an invoice: a page that prints well, and a PDF. */
export function Component() {
  const root = useRoot()
  const { id = '' } = useParams()
  const queries = invoiceQueries(root, id)
  const { data, error, isFetching, refetch } = useQuery(queries.transaction)
  const member = useQuery(queries.member).data
  const [machine] = useState(() => provideInvoiceDownload(root, id))
  const download = useDownload(machine)
  const invoice = data && invoiceTextOf(root, data, member)

  return (
    <>
      <PageHeading
        aside={
          invoice ? (
            <div className={classes.actions}>
              <DownloadButton actor={download}>Download PDF</DownloadButton>
              <Button variant="default" onClick={() => window.print()}>
                Print
              </Button>
            </div>
          ) : null
        }
      >
        Invoice
      </PageHeading>
      <DownloadNotice actor={download} name="the invoice" />
      {invoice ? (
        <article className={classes.invoice} aria-label={`Invoice ${invoice.id}`}>
          <header className={classes.header}>
            <div>
              <p className={classes.brand}>{invoice.brand}</p>
              {invoice.seller.map((line) => (
                <p key={line} className={classes.quiet}>
                  {line}
                </p>
              ))}
            </div>
            <Facts facts={invoice.facts} />
          </header>
          <section>
            <h2>Billed to</h2>
            {invoice.billedTo.map((line, at) => (
              <p key={at}>{line}</p>
            ))}
          </section>
          <table className={classes.lines}>
            <thead>
              <tr>
                <th scope="col">Description</th>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              {invoice.lines.map(({ text, detail, amount }) => (
                <tr key={text}>
                  <td>
                    {text}
                    {detail ? <span className={classes.quiet}>{detail}</span> : null}
                  </td>
                  <td>{amount}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                <td>{invoice.total}</td>
              </tr>
            </tfoot>
          </table>
          <Facts facts={invoice.payment} />
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

function Facts({ facts }: { facts: InvoiceText['facts'] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
