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
