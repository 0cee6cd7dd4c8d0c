import { useActorRef, useSelector } from '@xstate/react'
import { memo, useMemo, useState } from 'react'
import { type ActorRefFrom } from 'xstate'
import {
  type historyMachine,
  rowsPerPage,
  type Filter,
  type Payment,
  type Sort,
  type SortBy,
} from '../../../machines/history.ts'
import { formatPrice } from '../../billing/formatPrice.ts'
import { dayText, statusLabels } from '../../billing/transactionText.ts'
import { DownloadButton, DownloadNotice, useDownload } from '../../features/download/Download.tsx'
import { type Configuration } from '../../app/configuration.ts'
import { PageLink } from '../../app/navigation.tsx'
import { paths } from '../../app/paths.ts'
import { useHostReturn } from '../../app/hostReturn.ts'
import { useRoot } from '../../app/root.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { FilterRow } from '../../ui/FilterRow.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { provideHistory, provideHistoryDownload } from './provide.ts'
import classes from './Transactions.module.css'

const columns = [
  ['date', 'Date'],
  ['plan', 'Plan'],
  ['method', 'Method'],
  ['status', 'Status'],
  ['amount', 'Amount'],
] as const satisfies readonly (readonly [SortBy, string])[]

const distinct = <T extends string>(values: readonly T[]): T[] => [...new Set(values)]

/** The payments, newest first, each with its invoice. */
export function Component() {
  const root = useRoot()
  const [machine] = useState(() => provideHistory(root))
  const actor = useActorRef(machine)
  const [downloadMachine] = useState(() => provideHistoryDownload(root))
  const download = useDownload(downloadMachine)
  const { payments, total, shown, filter, sort, page, message } = useSelector(actor, ({ context }) => context)
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading'))
  const hasFailed = useSelector(actor, (snapshot) => snapshot.matches('failed'))
  const isEmpty = useSelector(actor, (snapshot) => snapshot.matches('empty'))
  const isListed = useSelector(actor, (snapshot) => snapshot.matches('listed'))
  const hasNoMatch = useSelector(actor, (snapshot) => snapshot.matches({ listed: { rows: 'noMatches' } }))
  const isReading = useSelector(actor, (snapshot) => snapshot.matches({ listed: { reading: 'more' } }))
  const isStopped = useSelector(actor, (snapshot) => snapshot.matches({ listed: { reading: 'incomplete' } }))
  const canClear = useSelector(actor, (snapshot) => snapshot.can({ type: 'filter.clear' }))
  const canTurnBack = useSelector(actor, (snapshot) =>
    snapshot.can({ type: 'page.turn', to: snapshot.context.page - 1 }),
  )
  const canTurnForward = useSelector(actor, (snapshot) =>
    snapshot.can({ type: 'page.turn', to: snapshot.context.page + 1 }),
  )
  const { money } = root.configuration
  const retry = () => actor.send({ type: 'list.retry' })
  useHostReturn(hasFailed || isStopped, retry)

  const byId = useMemo(() => new Map(payments.map((payment) => [payment.id, payment])), [payments])
  const statuses = useMemo(() => distinct(payments.map(({ status }) => status)), [payments])
  const years = useMemo(() => distinct(payments.map(({ year }) => year).filter(Boolean)), [payments])
  const first = page * rowsPerPage
  const rows = shown.slice(first, first + rowsPerPage).flatMap((id) => byId.get(id) ?? [])
  const countText = shown.length === 1 ? '1 transaction' : `${shown.length.toLocaleString(money.locale)} transactions`

  return (
    <>
      <PageHeading
        subtitle="Your payments, with an invoice for each."
        aside={isListed ? <DownloadButton actor={download}>Download CSV</DownloadButton> : null}
      >
        Billing history
      </PageHeading>
      <DownloadNotice actor={download} name="the billing history" />
      {isLoading ? (
        <div className={classes.skeleton} role="status" aria-label="Loading transactions">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height="2.75rem" />
          ))}
        </div>
      ) : null}
      {hasFailed ? <FailureNotice title="We couldn’t load your payments" message={message} onRetry={retry} /> : null}
      {isEmpty ? (
        <EmptyState title="No payments yet" text="Your payments will appear here.">
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </EmptyState>
      ) : null}
      {isListed ? (
        <>
          <div className={classes.filters}>
            <FilterRow
              label="Status"
              allLabel="All"
              selected={filter.status}
              options={statuses}
              labelOf={(status) => statusLabels[status]}
              onChoose={(status) => actor.send({ type: 'filter.change', filter: { status } })}
            />
            <FilterRow
              label="Year"
              allLabel="All years"
              selected={filter.year}
              options={years}
              onChoose={(year) => actor.send({ type: 'filter.change', filter: { year } })}
            />
          </div>
          <p className={classes.count} role="status">
            {isReading
              ? `${payments.length.toLocaleString(money.locale)} of ${total.toLocaleString(money.locale)} read…`
              : countText}
            {canClear && rows.length > 0 ? (
              <TextButton className={classes.clear} onClick={() => actor.send({ type: 'filter.clear' })}>
                Show all
              </TextButton>
            ) : null}
          </p>
          <div className={isStopped ? classes.stopped : undefined}>
            <Notice tone="unsure">
              {isStopped ? (
                <span className={classes.retry}>
                  {`Showing ${payments.length} of ${total} payments. ${message}`}
                  <Button variant="default" onClick={retry}>
                    Try again
                  </Button>
                </span>
              ) : null}
            </Notice>
          </div>
          {hasNoMatch ? (
            <EmptyState title="No matches" text={noMatchText(filter)}>
              <Button variant="default" onClick={() => actor.send({ type: 'filter.clear' })}>
                Show all
              </Button>
            </EmptyState>
          ) : (
            <>
              <table className={classes.table} aria-rowcount={shown.length + 1}>
                <caption className="visually-hidden">Transactions</caption>
                <thead>
                  <tr aria-rowindex={1}>
                    {columns.map(([by, name]) => (
                      <Heading
                        key={by}
                        by={by}
                        name={name}
                        sort={sort}
                        onSort={() => actor.send({ type: 'sort.choose', by })}
                      />
                    ))}
                    <th scope="col">
                      <span className="visually-hidden">Invoice</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((payment, at) => (
                    // By place: another order changes the texts of the rows, which takes less time than other rows.
                    <Row key={at} payment={payment} rowIndex={first + at + 2} money={money} />
                  ))}
                </tbody>
              </table>
              {shown.length > rowsPerPage ? (
                <nav className={classes.pages} aria-label="Pages">
                  <PageButton actor={actor} by={-1} disabled={!canTurnBack}>
                    Previous
                  </PageButton>
                  <span className="figures">
                    {`${first + 1}–${first + rows.length} of ${shown.length.toLocaleString(money.locale)}`}
                  </span>
                  <PageButton actor={actor} by={1} disabled={!canTurnForward}>
                    Next
                  </PageButton>
                </nav>
              ) : null}
            </>
          )}
        </>
      ) : null}
    </>
  )
}

const noMatchText = ({ status, year }: Filter): string =>
  ['No payments', status ? `marked “${statusLabels[status]}”` : '', year ? `in ${year}` : '']
    .filter(Boolean)
    .join(' ') + '.'

function Heading({ by, name, sort, onSort }: { by: SortBy; name: string; sort: Sort; onSort: () => void }) {
  const isSorted = sort.by === by
  return (
    <th
      scope="col"
      className={by === 'amount' ? classes.amount : undefined}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={classes.sort} onClick={onSort}>
        {name}
        <span aria-hidden="true">{isSorted ? (sort.descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}

/** Turns the page back (-1) or on (1). It renders again only when it is enabled or disabled. */
const PageButton = memo(function PageButton({
  actor,
  by,
  disabled,
  children,
}: {
  actor: ActorRefFrom<typeof historyMachine>
  by: 1 | -1
  disabled: boolean
  children: string
}) {
  return (
    <Button
      variant="default"
      disabled={disabled}
      onClick={() => actor.send({ type: 'page.turn', to: actor.getSnapshot().context.page + by })}
    >
      {children}
    </Button>
  )
})

const Row = memo(function Row({
  payment,
  rowIndex,
  money,
}: {
  payment: Payment
  rowIndex: number
  money: Configuration['money']
}) {
  const day = dayText(payment.date, money.locale)
  const price = formatPrice(payment.amount, money) ?? '—'
  return (
    <tr aria-rowindex={rowIndex}>
      <td>{day}</td>
      <td>{payment.plan}</td>
      <td>{payment.method}</td>
      <td>{statusLabels[payment.status]}</td>
      <td className={classes.amount}>{price}</td>
      <td className={classes.invoice}>
        <PageLink to={paths.invoice(payment.id)} aria-label={`Invoice of ${day}, ${price}`}>
          Invoice
        </PageLink>
      </td>
    </tr>
  )
})
