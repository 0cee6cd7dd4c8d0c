import * as v from 'valibot'
import { RefusalError } from './apiResult.ts'
import { plainParagraphs } from './plainText.ts'
import {
  nonNegativeNumber,
  rawTextOrEmpty,
  phpBoolean,
  id,
  optional,
  nonEmptyText,
  createParser,
  record,
  lenientArray,
  rawText,
  withId,
  displayTextOrEmpty,
} from './lenientSchemas.ts'

/** A session of the user on a device. `signedInAt` and `expiresAt` are seconds since 1970, UTC. */
export type Session = {
  id: string
  ipAddress: string
  userAgent: string
  signedInAt: number | undefined
  expiresAt: number | undefined
  current: boolean
}

/** A region of the channel request form. */
export type Region = { id: number; name: string; slug: string }

/** A question and the paragraphs of its answer, all plain text. */
export type Faq = { id: number; question: string; answer: string[]; category: string }

/** Parses the response of `sessions`. */
export const parseSessions = createParser(
  lenientArray(
    v.pipe(
      v.object({
        id: v.pipe(rawText, v.minLength(1)),
        ip: displayTextOrEmpty,
        ua: displayTextOrEmpty,
        login: optional(nonNegativeNumber),
        expiration: optional(nonNegativeNumber),
        current: phpBoolean,
      }),
      v.transform((value): Session => ({
        id: value.id,
        ipAddress: value.ip,
        userAgent: value.ua,
        signedInAt: value.login ?? undefined,
        expiresAt: value.expiration ?? undefined,
        current: value.current,
      })),
    ),
  ),
)

/** Parses the response of `regions`. A region without a slug uses its id. */
export const parseRegions = createParser(
  lenientArray(
    v.pipe(
      record,
      v.transform(withId),
      v.object({ id, name: nonEmptyText, slug: rawTextOrEmpty }),
      v.transform((value): Region => ({ ...value, slug: value.slug || String(value.id) })),
    ),
  ),
)

/** Parses the response of `faqs`. */
export const parseFaqs = createParser(
  lenientArray(
    v.pipe(
      record,
      v.transform(withId),
      v.object({
        id,
        question: nonEmptyText,
        answer: v.fallback(
          v.pipe(
            rawText,
            v.transform((value) => plainParagraphs(value)),
          ),
          [],
        ),
        category: displayTextOrEmpty,
      }),
    ),
  ),
)

/** The host's message for a valid reset link and for a new password. */
const resetSuccessText = 'Password reset successfully'

/**
 * Parses the response of `user_forget/`, which checks a reset link and sets a new password.
 * @throws RefusalError for any other message
 */
export const parsePasswordReset = (body: unknown): { message: string } => {
  const { message } = v.parse(v.object({ message: nonEmptyText }), body)
  if (message !== resetSuccessText) throw new RefusalError('not_successful', message)
  return { message }
}

/** Parses the response of `user_forget`: the message to show. */
export const parseForgotPassword = createParser(v.object({ message: nonEmptyText }))
