import { describe, expect, test } from 'vitest'
import { errorCatalogue, errorTextFor, type ErrorCatalogueKey } from '../../src/api/errorCatalogue.ts'

/** The specification's error catalogue, copied out by hand: the words, and whether the server's text goes first. */
const specifiedTexts: [ErrorCatalogueKey, string, 'server first' | 'these words'][] = [
  ['signIn', 'Login failed', 'server first'],
  ['forgotPassword', 'Error occurred while sending reset instructions', 'server first'],
  ['resetLinkIncomplete', 'Invalid reset link. Please request a new password reset.', 'these words'],
  [
    'resetLinkCheck',
    'This reset link has expired or the password reset limit has been reached. Please request a new password reset.',
    'server first',
  ],
  ['resetSubmit', 'An error occurred', 'server first'],
  [
    'cardPayment',
    'An error occurred while processing your payment or balance is low. Please try again.',
    'server first',
  ],
  ['cardProvider', 'An error occurred while processing your payment. Please try again.', 'server first'],
  ['cancelCard', 'Something went wrong in cancelling previous subscription in stripe', 'server first'],
  ['cancelPaypal', 'Something went wrong in cancelling previous subscription in paypal', 'server first'],
  ['cancel', 'Something went wrong in cancelling previous subscription', 'server first'],
  ['membershipData', 'Something went wrong while fetching memberpress data', 'server first'],
  ['newSubscription', 'Something went wrong in creating new subscription', 'server first'],
  ['generic', 'Something went wrong', 'server first'],
  ['savedCards', 'Api is not loading because user id missing or network issue', 'server first'],
  ['channelRequest', 'failed to load Api', 'server first'],
  ['paypalCancelled', 'Subscription has been cancelled', 'these words'],
  ['router', 'Unexpected Application Error!', 'these words'],
]

describe('the error catalogue', () => {
  test('is whole', () =>
    expect(specifiedTexts.map(([situation]) => situation).sort()).toEqual(Object.keys(errorCatalogue).sort()))

  test.each(specifiedTexts)('%s', (situation, words, whose) => {
    expect(errorTextFor(situation)).toBe(words)
    expect(errorTextFor(situation, '')).toBe(words)
    expect(errorTextFor(situation, 'Your card was declined.')).toBe(
      whose === 'server first' ? 'Your card was declined.' : words,
    )
  })
})
