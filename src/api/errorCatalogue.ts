/**
 * What the user reads when something failed: the specification's error catalogue, word for word. `serverFirst` says
 * whether the server's text is preferred where it sent one.
 */
export const errorCatalogue = {
  signIn: { words: 'Login failed', serverFirst: true },
  forgotPassword: { words: 'Error occurred while sending reset instructions', serverFirst: true },
  resetLinkIncomplete: { words: 'Invalid reset link. Please request a new password reset.', serverFirst: false },
  resetLinkCheck: {
    words:
      'This reset link has expired or the password reset limit has been reached. Please request a new password reset.',
    serverFirst: true,
  },
  resetSubmit: { words: 'An error occurred', serverFirst: true },
  cardPayment: {
    words: 'An error occurred while processing your payment or balance is low. Please try again.',
    serverFirst: true,
  },
  cardProvider: { words: 'An error occurred while processing your payment. Please try again.', serverFirst: true },
  cancelCard: { words: 'Something went wrong in cancelling previous subscription in stripe', serverFirst: true },
  cancelPaypal: { words: 'Something went wrong in cancelling previous subscription in paypal', serverFirst: true },
  cancel: { words: 'Something went wrong in cancelling previous subscription', serverFirst: true },
  membershipData: { words: 'Something went wrong while fetching memberpress data', serverFirst: true },
  newSubscription: { words: 'Something went wrong in creating new subscription', serverFirst: true },
  generic: { words: 'Something went wrong', serverFirst: true },
  savedCards: { words: 'Api is not loading because user id missing or network issue', serverFirst: true },
  channelRequest: { words: 'failed to load Api', serverFirst: true },
  paypalCancelled: { words: 'Subscription has been cancelled', serverFirst: false },
  router: { words: 'Unexpected Application Error!', serverFirst: false },
} as const satisfies Record<string, { words: string; serverFirst: boolean }>

/** A row of the error catalogue. */
export type Situation = keyof typeof errorCatalogue

/**
 * What to show: the server's text where the row prefers it and there is one, else the specified text.
 * @param serverText already plain text: `refusal.message`, or `serverText` of HostUnreachable
 */
export const wordsFor = (situation: Situation, serverText?: string): string => {
  const { words, serverFirst } = errorCatalogue[situation]
  return serverFirst && serverText ? serverText : words
}
