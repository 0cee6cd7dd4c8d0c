import { type PaymentStatus } from '../../../machines/history.ts'
import { type User } from '../../../machines/session.types.ts'
import { type Member } from '../../api/memberParsers.ts'
import { type Transaction } from '../../api/paymentParsers.ts'
import { type Configuration } from '../../app/configuration.ts'
import { formatPrice } from '../../billing/formatPrice.ts'
import { dayText, statusLabels } from '../../billing/transactionText.ts'
import { type InvoiceText } from '../../platform/invoicePdf.ts'
import { addressLines } from '../address/addressLines.ts'

const isStatus = (status: string): status is PaymentStatus => status in statusLabels

/** The texts of the invoice of a transaction. `paidWith` is the payment method. */
export function invoiceText(
  transaction: Transaction,
  { member, user, paidWith }: { member: Member | undefined; user: User | undefined; paidWith: string },
  { brand, links, money }: Pick<Configuration, 'brand' | 'links' | 'money'>,
): InvoiceText {
  const { id, status, planTitle, createdAt, expiresAt, amount, tax, total, number } = transaction
  const price = (value: number | undefined) => formatPrice(value, money) ?? '—'
  const day = (iso: string | undefined) => dayText(iso, money.locale)
  const name = [member?.firstName, member?.lastName].filter(Boolean).join(' ') || user?.display_name
  return {
    id,
    brand: brand.name,
    seller: [brand.tagline, links.supportEmail],
    facts: [
      ['Invoice', String(id)],
      ['Date', day(createdAt)],
      ['Status', isStatus(status) ? statusLabels[status] : statusLabels.other],
    ],
    billedTo: [
      name || '—',
      ...(member ? addressLines(member.address, money.locale) : []),
      ...(user ? [user.user_email] : []),
    ],
    lines: [
      {
        text: planTitle || 'Membership',
        detail: expiresAt ? `${day(createdAt)} to ${day(expiresAt)}` : `From ${day(createdAt)}`,
        amount: price(amount),
      },
      ...(tax ? [{ text: 'Tax', detail: '', amount: price(tax) }] : []),
    ],
    total: price(total ?? amount),
    payment: [
      ['Paid with', paidWith],
      ['Transaction', number || '—'],
    ],
  }
}
