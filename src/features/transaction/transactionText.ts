import { type PaymentStatus } from '../../../machines/history.ts'

/** What became of a transaction. */
export const statusLabels = {
  complete: 'Paid',
  pending: 'Pending',
  failed: 'Failed',
  refunded: 'Refunded',
  confirmed: 'No charge',
  other: 'Unknown',
} as const satisfies Record<PaymentStatus, string>

/** The day of a moment on this person's calendar; '—' without one. */
export const dayText = (iso: string | undefined, locale: string): string =>
  iso ? new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso)) : '—'
