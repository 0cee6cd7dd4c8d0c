import { randomUUID } from 'node:crypto'
import { type TestSandbox } from './testSandbox.ts'

const PAYMENT = '/wp-json/payment/v1'

interface MemberRecord {
  readonly recent_subscriptions: readonly Readonly<Record<string, string>>[]
  readonly recent_transactions: readonly Readonly<Record<string, string>>[]
  readonly active_memberships: readonly { readonly id: number; readonly title: string }[]
}

interface Cards {
  readonly cards: readonly { readonly id: string; readonly card: { readonly brand: string; readonly last4: string } }[]
  readonly default_pay_method: string | null
}

const IDS: Readonly<Record<string, number>> = { member: 2, 'paypal-member': 3, 'manual-member': 4, guest: 5, lapsed: 6 }

export type PaymentClient = Awaited<ReturnType<typeof createPaymentClient>>

/** The payment calls of a seeded member. A call that moves money has a new key by default. */
export async function createPaymentClient(testSandbox: TestSandbox, login: string) {
  const as = await testSandbox.asUser(login)
  const id = IDS[login] ?? 0
  const email = `${login}@statecast.test`
  const call = (name: string, body: Readonly<Record<string, unknown>>, key: string = randomUUID()) =>
    as('POST', `${PAYMENT}/${name}`, { body, headers: key === '' ? {} : { 'Idempotency-Key': key } })
  return {
    id,
    email,
    call,
    createSubscription: (plan: number, method: string, key?: string) =>
      call('create-subscription', { email, name: 'Card Holder', plan_id: plan, payment_method_id: method }, key),
    payWithSavedCard: (plan: number, method: string, key?: string) =>
      call('pay-from-save-card', { user_id: id, payment_method_id: method, plan_id: plan }, key),
    readCards: async () => (await call('user-stripe-all-cards', { user_id: id }, '')).body as Cards,
    readMember: async () => (await testSandbox.callWithServiceKey(`members/${id}`)).body as MemberRecord,
  }
}

/** Tokenizes a card number as the card frame does. Resolves with the id, or with the error. */
export async function tokenizeCard(
  testSandbox: TestSandbox,
  number: string,
  more: Readonly<Record<string, unknown>> = {},
) {
  const response = await testSandbox.send('POST', '/sandbox/stripe/v1/payment_methods', {
    body: { number, exp_month: 12, exp_year: 2030, cvc: /^3[47]/.test(number) ? '1234' : '123', ...more },
  })
  const body = (await response.json()) as {
    readonly paymentMethod?: { readonly id: string; readonly card: Readonly<Record<string, unknown>> }
    readonly error?: Readonly<Record<string, unknown>>
  }
  return { status: response.status, ...body }
}

export async function authenticatePayment(
  testSandbox: TestSandbox,
  clientSecret: string,
  outcome: 'complete' | 'fail',
) {
  const response = await testSandbox.send('POST', '/sandbox/stripe/v1/payment_intents/authenticate', {
    body: { client_secret: clientSecret, outcome },
  })
  return (await response.json()) as {
    readonly paymentIntent?: { readonly status: string }
    readonly error?: Readonly<Record<string, unknown>>
  }
}

export async function createPaypalProduct(client: PaymentClient): Promise<string> {
  const fields = { membershipName: 'Monthly', description: 'Monthly Subscription Service' }
  return ((await client.call('create-paypal-product', fields, '')).body as { id: string }).id
}

export async function createPaypalSubscription(client: PaymentClient, plan: number): Promise<string> {
  const productId = await createPaypalProduct(client)
  const made = await client.call('create-subscription-paypal', { plan_id: plan, product_id: productId }, '')
  return (made.body as { id: string }).id
}

export async function approvePaypalSubscription(testSandbox: TestSandbox, id: string) {
  const response = await testSandbox.send('POST', '/sandbox/paypal/v1/subscriptions/approve', { body: { id } })
  return { status: response.status, body: await response.json() }
}
