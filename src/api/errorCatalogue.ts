import { type UnreachableReason } from './apiResult.ts'

/**
 * What the user reads when something failed: the specification's error catalogue, word for word. `serverFirst` says
 * whether the server's text is preferred where it sent one.
 */
export const errorCatalogue = {
  signIn: { text: 'Login failed', serverFirst: true },
  forgotPassword: { text: 'Error occurred while sending reset instructions', serverFirst: true },
  resetLinkIncomplete: { text: 'Invalid reset link. Please request a new password reset.', serverFirst: false },
  resetLinkCheck: {
    text: 'This reset link has expired or the password reset limit has been reached. Please request a new password reset.',
    serverFirst: true,
  },
  resetSubmit: { text: 'An error occurred', serverFirst: true },
  cardPayment: {
    text: 'An error occurred while processing your payment or balance is low. Please try again.',
    serverFirst: true,
  },
  cardProvider: { text: 'An error occurred while processing your payment. Please try again.', serverFirst: true },
  cancelCard: { text: 'Something went wrong in cancelling previous subscription in stripe', serverFirst: true },
  cancelPaypal: { text: 'Something went wrong in cancelling previous subscription in paypal', serverFirst: true },
  cancel: { text: 'Something went wrong in cancelling previous subscription', serverFirst: true },
  membershipData: { text: 'Something went wrong while fetching memberpress data', serverFirst: true },
  newSubscription: { text: 'Something went wrong in creating new subscription', serverFirst: true },
  generic: { text: 'Something went wrong', serverFirst: true },
  savedCards: { text: 'Api is not loading because user id missing or network issue', serverFirst: true },
  channelRequest: { text: 'failed to load Api', serverFirst: true },
  paypalCancelled: { text: 'Subscription has been cancelled', serverFirst: false },
  router: { text: 'Unexpected Application Error!', serverFirst: false },
} as const satisfies Record<string, { text: string; serverFirst: boolean }>

/** A row of the error catalogue. */
export type ErrorCatalogueKey = keyof typeof errorCatalogue

/**
 * What to show: the server's text where the row prefers it and there is one, else the specified text.
 * @param serverText already plain text: `refusal.message`, or `serverText` of HostUnreachable
 */
export const errorTextFor = (key: ErrorCatalogueKey, serverText?: string): string => {
  const { text, serverFirst } = errorCatalogue[key]
  return serverFirst && serverText ? serverText : text
}

/**
 * What to show when no usable answer came: the server's text where it sent one. The connection is named only where it
 * may be the cause; a broken answer is the host's fault.
 * @param service the name under which the user knows the host
 */
export function unreachableTextFor(
  reason: UnreachableReason,
  { serverText, service = 'The service' }: { serverText?: string; service?: string },
): string {
  if (serverText) return serverText
  return reason === 'line' || reason === 'time'
    ? `${service} isn’t responding. Check your connection and try again.`
    : 'Something went wrong on our side. Please try again.'
}
