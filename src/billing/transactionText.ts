import { type PaymentStatus } from '../../machines/history.ts'
import { dateFormat } from './formats.ts'

/** The label of each transaction status. */
export const statusLabels = {
  complete: 'Paid',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
  confirmed: 'No charge',
  other: 'Unknown',
} as const satisfies Record<PaymentStatus, string>

/** The day of a date in the time zone of the browser; '—' without a date. */
export const dayText = (iso: string | undefined, locale: string): string =>
  iso ? dateFormat(locale, { dateStyle: 'medium' }).format(new Date(iso)) : '—'
