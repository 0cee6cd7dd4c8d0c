/** The error texts of specification §8 that payments show, when the server sends none. */
export const specifiedErrors = {
  cardPayment: 'An error occurred while processing your payment or balance is low. Please try again.',
  cardProvider: 'An error occurred while processing your payment. Please try again.',
  cancelCard: 'Something went wrong in cancelling previous subscription in stripe',
  cancelPaypal: 'Something went wrong in cancelling previous subscription in paypal',
  cancel: 'Something went wrong in cancelling previous subscription',
  membershipData: 'Something went wrong while fetching memberpress data',
  newSubscription: 'Something went wrong in creating new subscription',
  generic: 'Something went wrong',
  savedCards: 'Api is not loading because user id missing or network issue',
  paypalCancelled: 'Subscription has been cancelled',
} as const
