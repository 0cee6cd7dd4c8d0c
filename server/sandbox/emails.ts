import { SUPPORT_EMAIL } from './seed/keys.ts'
import { type PlanSeed } from './seed/plans.ts'
import { type Account, type mail } from './tables.ts'

export type NewMailMessage = typeof mail.$inferInsert

const formatMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

const formatDay = (at: Date) => dayFormat.format(at)

/** '$19.99', '$179'. */
const formatPrice = (cents: number) => `$${cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)}`

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

const periodNames = { days: 'day', weeks: 'week', months: 'month', years: 'year' } as const

/** 'per month', 'every 3 months'; '' for a plan that does not renew. */
function formatPeriod({ period, periodType }: PlanSeed): string {
  if (periodType === 'lifetime') return ''
  if (period === 7 && periodType === 'days') return ' per week'
  return period === 1 ? ` per ${periodNames[periodType]}` : ` every ${period} ${periodType}`
}

/** Joins the text into one line, so that input cannot add lines or headers to a message. */
export const toSingleLine = (typed: string) => typed.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** The mail message with the link to choose a new password. `from` is the IP address of the request. */
export function createPasswordResetMessage(
  account: Account,
  { link, at, from }: { readonly link: string; readonly at: Date; readonly from: string },
): NewMailMessage {
  return {
    at: at.toISOString(),
    to: account.email,
    subject: '[Statecast] Password Reset',
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      `We received a request to reset the password for your account (${account.login}).`,
      'To choose a new password, open the link in this email. The link works once and expires in 24 hours.',
      'If you didn’t request this, ignore this email. Your password won’t change.',
      `Requested from IP address ${toSingleLine(from)}.`,
    ].join('\n\n'),
    links: [link],
  }
}

export function createPasswordChangedMessage(account: Account, at: Date): NewMailMessage {
  return {
    at: at.toISOString(),
    to: account.email,
    subject: '[Statecast] Password Changed',
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      `The password for your account (${account.login}) was changed at ${formatMinute(at)}. All devices were signed out. ` +
        'Sign in again with your new password.',
      'If this wasn’t you, reset your password now and contact support.',
    ].join('\n\n'),
    links: [],
  }
}

/** The text without control characters other than line breaks and tabs. */
const toPlainLines = (typed: string) =>
  typed
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** The channel request that support receives. */
export function createChannelRequestMessage(
  account: Account,
  request: { readonly channel: string; readonly region: string; readonly quality: string; readonly details: string },
  at: Date,
): NewMailMessage {
  return {
    at: at.toISOString(),
    to: SUPPORT_EMAIL,
    subject: `[Statecast] Channel request: ${request.channel}`,
    text: [
      `${toSingleLine(account.displayName)} (${account.login}, ${account.email}) requested a channel.`,
      [`Channel: ${request.channel}`, `Region: ${request.region || '—'}`, `Preferred quality: ${request.quality}`].join(
        '\n',
      ),
      `Details: ${toPlainLines(request.details) || '—'}`,
    ].join('\n\n'),
    links: [],
  }
}

/** The message to the new address, with the link that confirms it. */
export function createEmailChangeMessage(
  account: Account,
  { email, link, at }: { readonly email: string; readonly link: string; readonly at: Date },
): NewMailMessage {
  return {
    at: at.toISOString(),
    to: email,
    subject: '[Statecast] Email Change Request',
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      `We received a request to use this email address for your account (${account.login}).`,
      'To confirm it, open the link in this email. The link works once and expires in 24 hours. Until then your account ' +
        'keeps its current address.',
      'If you didn’t request this, ignore this email.',
    ].join('\n\n'),
    links: [link],
  }
}

/** The notice to the old address that the account uses a new one. */
export function createEmailChangedMessage(account: Account, email: string, at: Date): NewMailMessage {
  return {
    at: at.toISOString(),
    to: account.email,
    subject: '[Statecast] Email Changed',
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      `The email address for your account (${account.login}) was changed to ${email} at ${formatMinute(at)}.`,
      'If this wasn’t you, contact support now.',
    ].join('\n\n'),
    links: [],
  }
}

/** The message with the link that deletes the account. */
export function createEraseRequestMessage(
  account: Account,
  { link, at }: { readonly link: string; readonly at: Date },
): NewMailMessage {
  return {
    at: at.toISOString(),
    to: account.email,
    subject: '[Statecast] Confirm Action: Erase Personal Data',
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      `We received a request to delete your account (${account.login}) and its personal data.`,
      'To confirm it, open the link in this email. The link works once and expires in 24 hours. You can’t undo this.',
      'If you didn’t request this, ignore this email. Your account won’t change.',
    ].join('\n\n'),
    links: [link],
  }
}

/** The notice that the account is deleted. */
export function createErasedMessage(account: Account, at: Date): NewMailMessage {
  return {
    at: at.toISOString(),
    to: account.email,
    subject: '[Statecast] Erasure Request Fulfilled',
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      `Your account (${account.login}) and its personal data were deleted at ${formatMinute(at)}.`,
    ].join('\n\n'),
    links: [],
  }
}

/** The receipt of a payment, or the confirmation of a free trial. `invoice` is the id of its transaction. */
export function createReceiptMessage(
  account: Account,
  receipt: {
    readonly plan: PlanSeed
    readonly provider: 'stripe' | 'paypal'
    readonly card: { readonly brand: string; readonly last4: string } | undefined
    readonly at: Date
    readonly nextPayment: Date
    readonly invoice: number
    readonly applicationOrigin: string
  },
): NewMailMessage {
  const { plan, provider, card, at, nextPayment, invoice, applicationOrigin } = receipt
  const onTrial = plan.trialDays > 0
  const price = formatPrice(plan.cents)
  const paidWith = provider === 'paypal' ? 'PayPal' : `${brandNames[card?.brand ?? ''] ?? 'Card'} •••• ${card?.last4}`
  const renewal = `${price}${formatPeriod(plan)} from ${formatDay(nextPayment)}, until you cancel.`
  return {
    at: at.toISOString(),
    to: account.email,
    subject: onTrial
      ? `[Statecast] Your free trial of ${plan.title} has started`
      : `[Statecast] Receipt: ${plan.title}, ${price}`,
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      onTrial ? `Your free trial of ${plan.title} has started.` : 'Thank you for your payment.',
      [
        `Plan: ${plan.title}`,
        `Charged today: ${onTrial ? '$0' : price}`,
        `Date: ${formatDay(at)}`,
        `Paid with: ${paidWith}`,
        `Invoice: ${invoice}`,
      ].join('\n'),
      plan.periodType === 'lifetime' ? 'This plan doesn’t renew.' : `You’ll be charged ${renewal}`,
      'To see the invoice, open the link in this email.',
    ].join('\n\n'),
    links: [`${applicationOrigin}/profile/transcation-history/${invoice}`],
  }
}

/** The confirmation of a cancellation. `paidUntil` is undefined if nothing more is paid for. */
export function createCanceledMessage(
  account: Account,
  canceled: {
    readonly plan: string
    readonly at: Date
    readonly paidUntil: Date | undefined
    readonly applicationOrigin: string
  },
): NewMailMessage {
  const { plan, at, paidUntil, applicationOrigin } = canceled
  return {
    at: at.toISOString(),
    to: account.email,
    subject: `[Statecast] ${plan} is canceled`,
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      `${plan} was canceled on ${formatDay(at)} and won’t renew.`,
      ...(paidUntil ? [`Without another plan, you can watch through ${formatDay(paidUntil)}.`] : []),
      'To see your plan, open the link in this email.',
    ].join('\n\n'),
    links: [`${applicationOrigin}/profile`],
  }
}

/** The support request that support receives. */
export function createSupportMessage(
  account: Account,
  request: { readonly name: string; readonly subject: string; readonly message: string },
  at: Date,
): NewMailMessage {
  return {
    at: at.toISOString(),
    to: SUPPORT_EMAIL,
    subject: `[Statecast] Support: ${request.subject}`,
    text: [`${request.name} (${account.login}, ${account.email}) requested help.`, toPlainLines(request.message)].join(
      '\n\n',
    ),
    links: [],
  }
}

/** The bug report that support receives. A missing field is shown as a dash. */
export function createBugReportMessage(
  account: Account,
  report: { readonly summary: string; readonly details: string; readonly page: string; readonly agent: string },
  at: Date,
): NewMailMessage {
  return {
    at: at.toISOString(),
    to: SUPPORT_EMAIL,
    subject: `[Statecast] Bug report: ${report.summary}`,
    text: [
      `${toSingleLine(account.displayName)} (${account.login}, ${account.email}) reported a bug.`,
      toPlainLines(report.details),
      [`Page: ${report.page || '—'}`, `Browser: ${report.agent || '—'}`].join('\n'),
    ].join('\n\n'),
    links: [],
  }
}
