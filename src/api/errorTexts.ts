/**
 * The texts of failed calls, used when the server sent none. Specified texts (specification, section 8) are quoted
 * exactly. Texts that only one flow shows are in its machine.
 */
const errorTexts = {
  membershipData: 'Something went wrong while fetching memberpress data',
  savedCards: 'Api is not loading because user id missing or network issue',
  generic: 'Something went wrong',
} as const

/** A situation with its own error text. */
export type ErrorSituation = keyof typeof errorTexts

/**
 * Returns the text for a failed call: the server's text, else the text of the situation.
 * @param serverText plain text: `refusal.message`
 */
export const errorTextFor = (situation: ErrorSituation, serverText?: string): string =>
  serverText || errorTexts[situation]

/**
 * Why there is no usable response: the connection failed (`network`), the request timed out (`timeout`), the body does
 * not match the contract (`invalidBody`: HTML, broken, empty), or the error is none of the contract (`unlistedCode`).
 */
export type UnreachableReason = 'network' | 'timeout' | 'invalidBody' | 'unlistedCode'

/**
 * The text for an unreachable host. It mentions the connection only if that may be the cause; an invalid response is a
 * server error.
 * @param service the name of the service for users
 */
export const unreachableTextFor = (reason: UnreachableReason, service = 'The service'): string =>
  reason === 'network' || reason === 'timeout'
    ? `${service} isn’t responding. Check your connection and try again.`
    : 'Something went wrong on our side. Please try again.'
