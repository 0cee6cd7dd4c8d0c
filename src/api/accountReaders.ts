import * as v from 'valibot'
import { NotGranted } from './outcome.ts'
import { plainParagraphs } from './plainText.ts'
import { amount, exact, flag, id, maybe, named, reader, record, rowsOf, sentExact, withId, words } from './tolerant.ts'

/** A place where the user is signed in. `signedInAt` and `expiresAt` are seconds since 1970, UTC. */
export type Session = {
  id: string
  address: string
  agent: string
  signedInAt: number | undefined
  expiresAt: number | undefined
  current: boolean
}

/** A region of the channel request form. */
export type Region = { id: number; name: string; slug: string }

/** A question and the paragraphs of its answer, all plain text. */
export type Faq = { id: number; question: string; answer: string[]; category: string }

/** The answer of sessions. */
export const readSessions = reader(
  rowsOf(
    v.pipe(
      v.object({
        id: v.pipe(sentExact, v.minLength(1)),
        ip: words,
        ua: words,
        login: maybe(amount),
        expiration: maybe(amount),
        current: flag,
      }),
      v.transform((value): Session => ({
        id: value.id,
        address: value.ip,
        agent: value.ua,
        signedInAt: value.login ?? undefined,
        expiresAt: value.expiration ?? undefined,
        current: value.current,
      })),
    ),
  ),
)

/** The answer of regions. One without a slug goes by its id. */
export const readRegions = reader(
  rowsOf(
    v.pipe(
      record,
      v.transform(withId),
      v.object({ id, name: named, slug: exact }),
      v.transform((value): Region => ({ ...value, slug: value.slug || String(value.id) })),
    ),
  ),
)

/** The answer of faqs. */
export const readFaqs = reader(
  rowsOf(
    v.pipe(
      record,
      v.transform(withId),
      v.object({
        id,
        question: named,
        answer: v.fallback(
          v.pipe(
            sentExact,
            v.transform((value) => plainParagraphs(value)),
          ),
          [],
        ),
        category: words,
      }),
    ),
  ),
)

/** The host's words for a reset link that is good and for a password that was set: the same in both. */
const resetWords = 'Password reset successfully'

/**
 * The answer of user_forget/, to the check of a link and to the new password.
 * @throws NotGranted for any other message, which is a refusal
 */
export const readReset = (body: unknown): { message: string } => {
  const { message } = v.parse(v.object({ message: named }), body)
  if (message !== resetWords) throw new NotGranted('not_successful', message)
  return { message }
}

/** The answer of user_forget: what to tell. `good` is whether the words speak of success, as specified. */
export const readForgot = reader(
  v.pipe(
    v.object({ message: named }),
    v.transform(({ message }) => ({ message, good: message.toLowerCase().includes('success') })),
  ),
)
