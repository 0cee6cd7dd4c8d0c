import { SUPPORT_ADDRESS } from './seed/keys.ts'
import { type Account, type mail } from './tables.ts'

/** A letter as it is written down, ready to be inserted. */
export type NewLetter = typeof mail.$inferInsert

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What somebody typed, fit for one line of a letter: nobody adds a line of their own. */
export const oneLine = (typed: string) => typed.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** Tells how to choose a new password. `from` is the address that it was asked for from. */
export function resetLetter(
  account: Account,
  { link, at, until, from }: { readonly link: string; readonly at: Date; readonly until: Date; readonly from: string },
): NewLetter {
  return {
    at: at.toISOString(),
    to: account.email,
    subject: '[Statecast] Password Reset',
    text: [
      `Hello ${oneLine(account.displayName)},`,
      `Somebody asked for a new password for the account ${account.login}.`,
      `To choose one, open the link in this letter. It works once, until ${minute(until)} (24 hours). ` +
        'Asking again sends a new link and ends this one.',
      'If it was not you, do nothing: your password stays as it is, and nobody has seen this link but you.',
      `It was asked for from ${oneLine(from)}.`,
    ].join('\n\n'),
    links: [link],
  }
}

/** Tells the owner that the password is another one now. */
export function changedLetter(account: Account, at: Date): NewLetter {
  return {
    at: at.toISOString(),
    to: account.email,
    subject: '[Statecast] Password Changed',
    text: [
      `Hello ${oneLine(account.displayName)},`,
      `The password of the account ${account.login} was changed at ${minute(at)}. Every device was signed out; ` +
        'sign in again with the new password.',
      'If it was not you, ask for a new password at once and write to our support.',
    ].join('\n\n'),
    links: [],
  }
}

/** What somebody typed in lines, without what a mail program might act upon. */
const lines = (typed: string) =>
  typed
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** Tells the support which channel somebody misses. */
export function channelRequestLetter(
  account: Account,
  wish: { readonly channel: string; readonly region: string; readonly quality: string; readonly details: string },
  at: Date,
): NewLetter {
  return {
    at: at.toISOString(),
    to: SUPPORT_ADDRESS,
    subject: `[Statecast] Channel request: ${wish.channel}`,
    text: [
      `${oneLine(account.displayName)} (${account.login}, ${account.email}) asks for a channel.`,
      [`Channel: ${wish.channel}`, `Region: ${wish.region || '—'}`, `Preferred quality: ${wish.quality}`].join('\n'),
      `Details: ${lines(wish.details) || '—'}`,
    ].join('\n\n'),
    links: [],
  }
}

/** Asks whoever reads the new address whether the account is theirs. */
export function newAddressLetter(
  account: Account,
  {
    email,
    link,
    at,
    until,
  }: { readonly email: string; readonly link: string; readonly at: Date; readonly until: Date },
): NewLetter {
  return {
    at: at.toISOString(),
    to: email,
    subject: '[Statecast] Email Change Request',
    text: [
      `Hello ${oneLine(account.displayName)},`,
      `Somebody asked that the account ${account.login} use this e-mail address from now on.`,
      `To agree, open the link in this letter. It works once, until ${minute(until)} (24 hours). Until then the account ` +
        'keeps the address that it has.',
      'If it was not you, do nothing.',
    ].join('\n\n'),
    links: [link],
  }
}

/** Tells the old address that another one is used now. */
export function addressChangedLetter(account: Account, email: string, at: Date): NewLetter {
  return {
    at: at.toISOString(),
    to: account.email,
    subject: '[Statecast] Email Changed',
    text: [
      `Hello ${oneLine(account.displayName)},`,
      `The e-mail address of the account ${account.login} was changed to ${email} at ${minute(at)}.`,
      'If it was not you, write to our support at once.',
    ].join('\n\n'),
    links: [],
  }
}

/** Brings somebody's question to the support. */
export function supportLetter(
  account: Account,
  asked: { readonly name: string; readonly subject: string; readonly message: string },
  at: Date,
): NewLetter {
  return {
    at: at.toISOString(),
    to: SUPPORT_ADDRESS,
    subject: `[Statecast] Support: ${asked.subject}`,
    text: [`${asked.name} (${account.login}, ${account.email}) asks for help.`, lines(asked.message)].join('\n\n'),
    links: [],
  }
}

/** Brings somebody's bug report to the support. What was left out of it is a dash. */
export function bugLetter(
  account: Account,
  told: { readonly summary: string; readonly details: string; readonly page: string; readonly agent: string },
  at: Date,
): NewLetter {
  return {
    at: at.toISOString(),
    to: SUPPORT_ADDRESS,
    subject: `[Statecast] Bug report: ${told.summary}`,
    text: [
      `${oneLine(account.displayName)} (${account.login}, ${account.email}) reports a bug.`,
      lines(told.details),
      [`Page: ${told.page || '—'}`, `Browser: ${told.agent || '—'}`].join('\n'),
    ].join('\n\n'),
    links: [],
  }
}
