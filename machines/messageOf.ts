/** The specified message of an error or refusal that has none of its own. */
export const genericMessage = 'Something went wrong'

/** The specified messages of a cancellation that failed, by gateway. */
export const cancelErrorTexts = {
  card: 'Something went wrong in cancelling previous subscription in stripe',
  paypal: 'Something went wrong in cancelling previous subscription in paypal',
} as const

/** The message of an error or of a refused result. */
export const messageOf = (source: unknown): string =>
  (typeof source === 'object' &&
    source !== null &&
    'message' in source &&
    typeof source.message === 'string' &&
    source.message) ||
  genericMessage

/** The message of a 5xx response, '' without one. */
export const serverTextOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'serverText' in error ? String(error.serverText) : ''
