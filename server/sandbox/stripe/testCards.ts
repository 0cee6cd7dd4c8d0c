/** A decline with the codes of host and Stripe and Stripe's published message. */
export interface Decline {
  /** The code of the host's refusal. */
  readonly code:
    | 'card_declined'
    | 'insufficient_funds'
    | 'lost_card'
    | 'stolen_card'
    | 'expired_card'
    | 'incorrect_cvc'
    | 'processing_error'
  /** The code of Stripe's error object. */
  readonly providerCode: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error'
  readonly declineCode?: string
  readonly message: string
}

/** One of Stripe's published test cards. */
export interface TestCard {
  /** The name in the records, which do not store the number. */
  readonly name: string
  readonly number: string
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'
  readonly funding: 'credit' | 'debit'
  /** The result of a payment, shown on the sandbox page. */
  readonly result: string
  /** The card cannot be saved. */
  readonly attachDecline?: Decline
  /** The card can be saved, but charges are declined. */
  readonly chargeDecline?: Decline
  /** When 3-D Secure authentication is required. */
  readonly authentication?: 'always' | 'untilSaved'
  /** The charge is declined after a successful authentication. */
  readonly declineAfterAuthentication?: Decline
  /** Stripe's ids for tests, such as `pm_card_visa`. */
  readonly aliases?: readonly string[]
}

const declined = (code: Decline['code'], declineCode: string, message = 'Your card was declined.'): Decline => ({
  code,
  providerCode: 'card_declined',
  declineCode,
  message,
})
const GENERIC = declined('card_declined', 'generic_decline')
const NO_FUNDS = declined('insufficient_funds', 'insufficient_funds', 'Your card has insufficient funds.')

const visa = { brand: 'visa', funding: 'credit' } as const
const PAYS = 'Pays'

/** The cards of https://docs.stripe.com/testing. */
export const TEST_CARDS: readonly TestCard[] = [
  { name: 'visa', number: '4242424242424242', ...visa, result: PAYS, aliases: ['pm_card_visa'] },
  {
    name: 'mastercard',
    number: '5555555555554444',
    brand: 'mastercard',
    funding: 'credit',
    result: PAYS,
    aliases: ['pm_card_mastercard'],
  },
  {
    name: 'amex',
    number: '378282246310005',
    brand: 'amex',
    funding: 'credit',
    result: PAYS,
    aliases: ['pm_card_amex'],
  },
  {
    name: 'visa_debit',
    number: '4000056655665556',
    brand: 'visa',
    funding: 'debit',
    result: PAYS,
    aliases: ['pm_card_visa_debit'],
  },
  {
    name: 'mastercard_2_series',
    number: '2223003122003222',
    brand: 'mastercard',
    funding: 'credit',
    result: PAYS,
  },
  {
    name: 'discover',
    number: '6011111111111117',
    brand: 'discover',
    funding: 'credit',
    result: PAYS,
    aliases: ['pm_card_discover'],
  },
  {
    name: 'diners',
    number: '3056930009020004',
    brand: 'diners',
    funding: 'credit',
    result: PAYS,
    aliases: ['pm_card_diners'],
  },
  { name: 'jcb', number: '3566002020360505', brand: 'jcb', funding: 'credit', result: PAYS, aliases: ['pm_card_jcb'] },
  {
    name: 'unionpay',
    number: '6200000000000005',
    brand: 'unionpay',
    funding: 'credit',
    result: PAYS,
    aliases: ['pm_card_unionpay'],
  },
  {
    name: 'hong_kong',
    number: '4000003440000004',
    ...visa,
    result: 'Pays, without a postal code',
    aliases: ['pm_card_hk'],
  },
  {
    name: 'generic_decline',
    number: '4000000000000002',
    ...visa,
    result: 'Declined',
    attachDecline: GENERIC,
    aliases: ['pm_card_chargeDeclined', 'pm_card_visa_chargeDeclined'],
  },
  {
    name: 'insufficient_funds',
    number: '4000000000009995',
    ...visa,
    result: 'Declined: insufficient funds',
    attachDecline: NO_FUNDS,
    aliases: ['pm_card_chargeDeclinedInsufficientFunds', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
  },
  {
    name: 'lost_card',
    number: '4000000000009987',
    ...visa,
    result: 'Declined: lost card',
    attachDecline: declined('lost_card', 'lost_card'),
    aliases: ['pm_card_visa_chargeDeclinedLostCard'],
  },
  {
    name: 'stolen_card',
    number: '4000000000009979',
    ...visa,
    result: 'Declined: stolen card',
    attachDecline: declined('stolen_card', 'stolen_card'),
    aliases: ['pm_card_visa_chargeDeclinedStolenCard'],
  },
  {
    name: 'expired_card',
    number: '4000000000000069',
    ...visa,
    result: 'Declined: expired',
    attachDecline: { code: 'expired_card', providerCode: 'expired_card', message: 'Your card has expired.' },
    aliases: ['pm_card_chargeDeclinedExpiredCard'],
  },
  {
    name: 'incorrect_cvc',
    number: '4000000000000127',
    ...visa,
    result: 'Declined: wrong security code',
    attachDecline: {
      code: 'incorrect_cvc',
      providerCode: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    },
    aliases: ['pm_card_chargeDeclinedIncorrectCvc'],
  },
  {
    name: 'processing_error',
    number: '4000000000000119',
    ...visa,
    result: 'Declined: processing error',
    attachDecline: {
      code: 'processing_error',
      providerCode: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
    aliases: ['pm_card_chargeDeclinedProcessingError'],
  },
  {
    name: 'decline_after_attaching',
    number: '4000000000000341',
    ...visa,
    result: 'Can be saved, but every charge is declined',
    chargeDecline: GENERIC,
    aliases: ['pm_card_chargeCustomerFail'],
  },
  {
    name: 'authenticate_unless_set_up',
    number: '4000002500003155',
    ...visa,
    result: '3-D Secure until it is saved',
    authentication: 'untilSaved',
    aliases: ['pm_card_authenticationRequiredOnSetup'],
  },
  {
    name: 'already_set_up',
    number: '4000003800000446',
    ...visa,
    result: '3-D Secure until it is saved',
    authentication: 'untilSaved',
    aliases: ['pm_card_authenticationRequiredSetupForOffSession'],
  },
  {
    name: 'always_authenticate',
    number: '4000002760003184',
    ...visa,
    result: '3-D Secure every time',
    authentication: 'always',
    aliases: ['pm_card_authenticationRequired'],
  },
  {
    name: 'three_d_secure_required',
    number: '4000000000003220',
    ...visa,
    result: '3-D Secure every time',
    authentication: 'always',
    aliases: ['pm_card_threeDSecure2Required'],
  },
  {
    name: 'three_d_secure_optional',
    number: '4000000000003055',
    ...visa,
    result: 'Pays; 3-D Secure is optional',
    aliases: ['pm_card_threeDSecureOptional'],
  },
  {
    name: 'authenticated_without_funds',
    number: '4000008260003178',
    ...visa,
    result: '3-D Secure, then insufficient funds',
    authentication: 'always',
    declineAfterAuthentication: NO_FUNDS,
    aliases: ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'],
  },
  {
    name: 'authenticated_then_declined',
    number: '4000008400001629',
    ...visa,
    result: '3-D Secure, then declined',
    authentication: 'always',
    declineAfterAuthentication: GENERIC,
    aliases: ['pm_card_threeDSecureRequiredChargeDeclined'],
  },
  {
    name: 'authentication_error',
    number: '4000008400001280',
    ...visa,
    result: 'Declined: 3-D Secure fails',
    chargeDecline: GENERIC,
    aliases: ['pm_card_threeDSecureRequiredProcessingError'],
  },
]

/** The test card with this name; the first one for an unknown name. */
export function testCardOf(name: string): TestCard {
  const found = TEST_CARDS.find((card) => card.name === name) ?? TEST_CARDS[0]
  if (!found) throw new Error('There are no test cards')
  return found
}

export const testCardByNumber = (number: string): TestCard | undefined =>
  TEST_CARDS.find((card) => card.number === number)

export const testCardByAlias = (id: string): TestCard | undefined =>
  TEST_CARDS.find((card) => card.aliases?.includes(id))
