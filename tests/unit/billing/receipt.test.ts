import { describe, expect, it } from 'vitest'
import { type Member, type RecentTransaction, type Subscription } from '../../../src/api/memberParsers.ts'
import { type Plan } from '../../../src/api/paymentParsers.ts'
import { receiptOf } from '../../../src/billing/receipt.ts'

const gateways = { card: 'stripe-1', paypal: 'paypal-1' }
const today = { year: 2026, month: 11, day: 24 }
const plan: Plan = {
  id: 102,
  title: 'Monthly',
  excerpt: '',
  price: 19.99,
  period: 1,
  periodType: 'months',
  trialDays: 0,
  order: 2,
  benefits: [],
  isHighlighted: false,
}
const trialPlan: Plan = { ...plan, price: 179, periodType: 'years', trialDays: 7 }
const purchase = { planId: 102, knownSubscriptionIds: [11] }

const subscriptionOf = (changes: Partial<Subscription> = {}): Subscription => ({
  id: 14,
  planId: 102,
  status: 'active',
  gateway: gateways.card,
  gatewayId: 'sub_14',
  price: 19.99,
  createdAt: '2026-11-20T12:00:00.000Z',
  card: { last4: '4242', expMonth: 12, expYear: 2030 },
  ...changes,
})
const transactionOf = (changes: Partial<RecentTransaction> = {}): RecentTransaction => ({
  id: 321,
  number: 'ch_1',
  planId: 102,
  subscriptionId: 14,
  status: 'complete',
  amount: 21.5,
  createdAt: '2026-11-22T12:00:00.000Z',
  expiresAt: undefined,
  card: { brand: 'visa', last4: '4242' },
  ...changes,
})
const receipt = (
  subscriptions: Subscription[],
  transactions: RecentTransaction[],
  of: Plan | undefined = plan,
): ReturnType<typeof receiptOf> =>
  receiptOf(purchase, of, { subscriptions, transactions } satisfies Partial<Member>, gateways, today)

describe('the receipt of a payment', { tags: 'after.receipt' }, () => {
  it('has the amount, the day, the card and the invoice of the new subscription’s payment', () => {
    const others = [
      subscriptionOf({ id: 11 }),
      subscriptionOf({ id: 15, planId: 103 }),
      subscriptionOf({ id: 16, status: 'pending' }),
    ]
    expect(
      receipt(
        [...others, subscriptionOf()],
        [
          transactionOf({ id: 330, subscriptionId: 11 }),
          transactionOf(),
          transactionOf({ id: 320, status: 'confirmed' }),
        ],
      ),
    ).toEqual({
      charged: 21.5,
      day: { year: 2026, month: 11, day: 22 },
      firstCharge: undefined,
      paidWith: { kind: 'card', card: { brand: 'visa', last4: '4242' } },
      invoiceId: 321,
    })
  })

  it('has the first payment, not one that renews the plan', () => {
    const renewal = transactionOf({ id: 400, createdAt: '2026-12-22T12:00:00.000Z' })
    expect(receipt([subscriptionOf()], [renewal, transactionOf()])).toMatchObject({ invoiceId: 321 })
  })

  it('takes the newest subscription of the plan if several are new', () => {
    const newest = transactionOf({ id: 322, subscriptionId: 15 })
    expect(receipt([subscriptionOf(), subscriptionOf({ id: 15 })], [newest, transactionOf()]).invoiceId).toBe(322)
  })

  it('has the price of the plan until the record has the payment, and no invoice', () => {
    const unknown = { charged: 19.99, day: today, firstCharge: undefined, paidWith: undefined, invoiceId: undefined }
    expect(receipt([], [transactionOf({ subscriptionId: undefined })])).toEqual(unknown)
    expect(receiptOf(purchase, plan, undefined, gateways, today)).toEqual(unknown)
    expect(receiptOf(purchase, undefined, undefined, gateways, today)).toEqual({ ...unknown, charged: undefined })
    // The confirmation of the gateway costs nothing, so it is no invoice of a charge.
    const confirmation = transactionOf({ status: 'confirmed', amount: 0 })
    expect(receipt([subscriptionOf()], [confirmation])).toMatchObject({
      charged: 19.99,
      day: { year: 2026, month: 11, day: 20 },
      invoiceId: undefined,
    })
  })

  it('of a trial has the day of the first charge, and the confirmation as invoice', () => {
    const confirmation = transactionOf({ status: 'confirmed', amount: 0, createdAt: '2026-11-24T12:00:00.000Z' })
    const failed = transactionOf({ id: 330, status: 'failed' })
    expect(receipt([subscriptionOf()], [failed, confirmation], trialPlan)).toEqual({
      charged: 0,
      day: today,
      firstCharge: { year: 2026, month: 12, day: 1 },
      paidWith: { kind: 'card', card: { brand: 'visa', last4: '4242' } },
      invoiceId: 321,
    })
  })

  it('of a trial that was charged at once, because it was used before, has no first charge', () => {
    expect(receipt([subscriptionOf()], [transactionOf({ amount: 179 })], trialPlan)).toMatchObject({
      charged: 179,
      firstCharge: undefined,
    })
  })

  it('has an unknown amount if the payment has none', () => {
    expect(receipt([subscriptionOf()], [transactionOf({ amount: undefined })]).charged).toBeUndefined()
  })

  it.each([
    ['the card of the subscription', {}, { kind: 'card', card: { brand: '', last4: '4242' } }],
    ['a card without a number', { card: undefined }, { kind: 'card', card: undefined }],
    ['PayPal', { gateway: gateways.paypal }, { kind: 'paypal' }],
    ['an unknown gateway', { gateway: 'manual' }, undefined],
  ] as const)('names %s', (_, changes, paidWith) => {
    expect(receipt([subscriptionOf(changes)], [transactionOf({ card: undefined })]).paidWith).toEqual(paidWith)
  })
})
