import { SUPPORT_EMAIL } from './seed/keys.ts'
import { type Account, type mail } from './tables.ts'

/** A letter as it is written down, ready to be inserted. */
export type NewMailMessage = typeof mail.$inferInsert

const formatMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What somebody typed, fit for one line of a letter: nobody adds a line of their own. */
export const toSingleLine = (typed: string) => typed.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** Tells how to choose a new password. `from` is the address that it was asked for from. */
export function createPasswordResetMessage(
  account: Account,
  { link, at, until, from }: { readonly link: string; readonly at: Date; readonly until: Date; readonly from: string },
): NewMailMessage {
  return {
    at: at.toISOString(),
    to: account.email,
    subject: '[Statecast] Password Reset',
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      `Somebody asked for a new password for the account ${account.login}.`,
      `To choose one, open the link in this letter. It works once, until ${formatMinute(until)} (24 hours). ` +
        'Asking again sends a new link and ends this one.',
      'If it was not you, do nothing: your password stays as it is, and nobody has seen this link but you.',
      `It was asked for from ${toSingleLine(from)}.`,
    ].join('\n\n'),
    links: [link],
  }
}

/** Tells the owner that the password is another one now. */
export function createPasswordChangedMessage(account: Account, at: Date): NewMailMessage {
  return {
    at: at.toISOString(),
    to: account.email,
    subject: '[Statecast] Password Changed',
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      `The password of the account ${account.login} was changed at ${formatMinute(at)}. Every device was signed out; ` +
        'sign in again with the new password.',
      'If it was not you, ask for a new password at once and write to our support.',
    ].join('\n\n'),
    links: [],
  }
}

/** What somebody typed in lines, without what a mail program might act upon. */
const toPlainLines = (typed: string) =>
  typed
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** Tells the support which channel somebody misses. */
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
      `${toSingleLine(account.displayName)} (${account.login}, ${account.email}) asks for a channel.`,
      [`Channel: ${request.channel}`, `Region: ${request.region || '—'}`, `Preferred quality: ${request.quality}`].join(
        '\n',
      ),
      `Details: ${toPlainLines(request.details) || '—'}`,
    ].join('\n\n'),
    links: [],
  }
}

/** Asks whoever reads the new address whether the account is theirs. */
export function createEmailChangeMessage(
  account: Account,
  {
    email,
    link,
    at,
    until,
  }: { readonly email: string; readonly link: string; readonly at: Date; readonly until: Date },
): NewMailMessage {
  return {
    at: at.toISOString(),
    to: email,
    subject: '[Statecast] Email Change Request',
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      `Somebody asked that the account ${account.login} use this e-mail address from now on.`,
      `To agree, open the link in this letter. It works once, until ${formatMinute(until)} (24 hours). Until then the account ` +
        'keeps the address that it has.',
      'If it was not you, do nothing.',
    ].join('\n\n'),
    links: [link],
  }
}

/** Tells the old address that another one is used now. */
export function createEmailChangedMessage(account: Account, email: string, at: Date): NewMailMessage {
  return {
    at: at.toISOString(),
    to: account.email,
    subject: '[Statecast] Email Changed',
    text: [
      `Hello ${toSingleLine(account.displayName)},`,
      `The e-mail address of the account ${account.login} was changed to ${email} at ${formatMinute(at)}.`,
      'If it was not you, write to our support at once.',
    ].join('\n\n'),
    links: [],
  }
}

/** Brings somebody's question to the support. */
export function createSupportMessage(
  account: Account,
  question: { readonly name: string; readonly subject: string; readonly message: string },
  at: Date,
): NewMailMessage {
  return {
    at: at.toISOString(),
    to: SUPPORT_EMAIL,
    subject: `[Statecast] Support: ${question.subject}`,
    text: [`${question.name} (${account.login}, ${account.email}) asks for help.`, toPlainLines(question.message)].join(
      '\n\n',
    ),
    links: [],
  }
}

/** Brings somebody's bug report to the support. What was left out of it is a dash. */
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
      `${toSingleLine(account.displayName)} (${account.login}, ${account.email}) reports a bug.`,
      toPlainLines(report.details),
      [`Page: ${report.page || '—'}`, `Browser: ${report.agent || '—'}`].join('\n'),
    ].join('\n\n'),
    links: [],
  }
}
