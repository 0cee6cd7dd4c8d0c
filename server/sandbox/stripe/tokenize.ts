import { isLuhn } from './client/cardRules.js'
import { type Database } from '../records.ts'
import { paymentMethods } from '../tables.ts'
import { cardError, type StripeError } from './paymentIntents.ts'
import { createPaymentMethodId } from './paymentMethods.ts'
import { testCardByNumber, type TestCard } from './testCards.ts'

type SentFields = Readonly<Record<string, unknown>>

const createFieldError = (code: string, message: string, param?: string): StripeError => ({
  type: 'card_error',
  code,
  message,
  ...(param !== undefined && { param }),
})

/** The error for invalid card data, with Stripe's published message. */
function validateCard(sent: SentFields, card: TestCard | undefined, now: Date): StripeError | undefined {
  const { number, exp_month: month, exp_year: year, cvc } = sent
  if (typeof number !== 'string' || !/^\d{12,19}$/.test(number)) {
    return createFieldError('invalid_number', 'The card number is not a valid credit card number.', 'number')
  }
  if (!isLuhn(number)) return createFieldError('incorrect_number', 'Your card number is incorrect.', 'number')
  if (typeof month !== 'number' || !Number.isInteger(month) || month < 1 || month > 12) {
    return createFieldError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const thisYear = now.getUTCFullYear()
  const past = typeof year === 'number' && year === thisYear && month < now.getUTCMonth() + 1
  if (typeof year !== 'number' || !Number.isInteger(year) || year < thisYear || year > thisYear + 50 || past) {
    return createFieldError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  const digits = card?.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (typeof cvc !== 'string' || !digits.test(cvc)) {
    return createFieldError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  if (card) return undefined
  return cardError({
    code: 'card_declined',
    providerCode: 'card_declined',
    declineCode: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. ' +
      'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  })
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : null

function parseBillingDetails(sent: unknown): Record<string, unknown> {
  const given: SentFields = typeof sent === 'object' && sent !== null ? { ...sent } : {}
  const { name, email, phone, address } = given
  const addressFields: SentFields = typeof address === 'object' && address !== null ? { ...address } : {}
  return {
    name: textOrNull(name),
    email: textOrNull(email),
    phone: textOrNull(phone),
    address: Object.fromEntries(
      ['line1', 'line2', 'city', 'state', 'postal_code', 'country'].map((field) => [
        field,
        textOrNull(addressFields[field]),
      ]),
    ),
  }
}

/** Creates a payment method from card data. The number and the security code are not stored. */
export async function tokenize(
  db: Database,
  sent: SentFields,
  now: Date,
): Promise<{ readonly paymentMethod: Record<string, unknown> } | { readonly error: StripeError }> {
  const { number, exp_month: expMonth, exp_year: expYear, billing_details: details } = sent
  const card = typeof number === 'string' ? testCardByNumber(number) : undefined
  const error = validateCard(sent, card, now)
  if (error || !card)
    return { error: error ?? createFieldError('invalid_number', 'Your card number is invalid.', 'number') }
  const billingDetails = parseBillingDetails(details)
  const method = {
    id: createPaymentMethodId(),
    testCard: card.name,
    brand: card.brand,
    last4: card.number.slice(-4),
    expMonth: Number(expMonth),
    expYear: Number(expYear),
    holder: textOrNull(billingDetails['name']) ?? '',
    createdAt: now.toISOString(),
  }
  await db.insert(paymentMethods).values(method)
  return {
    paymentMethod: {
      id: method.id,
      object: 'payment_method',
      type: 'card',
      created: Math.floor(now.getTime() / 1000),
      customer: null,
      livemode: false,
      metadata: {},
      billing_details: billingDetails,
      card: {
        brand: method.brand,
        display_brand: method.brand,
        last4: method.last4,
        exp_month: method.expMonth,
        exp_year: method.expYear,
        funding: card.funding,
        country: 'US',
        networks: { available: [method.brand], preferred: null },
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
        three_d_secure_usage: { supported: true },
        wallet: null,
      },
    },
  }
}
