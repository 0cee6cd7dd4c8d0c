import * as v from 'valibot'
import { paidCardOf, recordReference, type PaidCard } from './memberParsers.ts'
import {
  nonEmptyText,
  nonNegativeNumber,
  rawTextOrEmpty,
  phpBoolean,
  id,
  lenientArrayOrEmpty,
  optional,
  optionalTimestamp,
  createParser,
  record,
  lenientArray,
  rawText,
  withId,
  displayTextOrEmpty,
  mustBeTrue,
} from './lenientSchemas.ts'

/** The unit of a period. `unknown` is an unsupported unit, for which no date is shown. */
export type PeriodType = 'days' | 'weeks' | 'months' | 'years' | 'lifetime' | 'unknown'

/** A plan. `price` is in major units of the configured currency, `trialDays` 0 without a trial. */
export type Plan = {
  id: number
  title: string
  excerpt: string
  price: number | undefined
  period: number | undefined
  periodType: PeriodType
  trialDays: number
  order: number | undefined
  benefits: string[]
  isHighlighted: boolean
}

/** A transaction, with the fields of its plan that the host sent. Amounts are in major units. */
export type Transaction = {
  id: number
  number: string
  status: string
  type: string
  gateway: string
  amount: number | undefined
  total: number | undefined
  tax: number | undefined
  createdAt: string | undefined
  expiresAt: string | undefined
  planId: number | undefined
  planTitle: string
  memberId: number | undefined
  subscriptionId: number | undefined
  card: PaidCard | undefined
}

/** A saved card. It has only the last four digits of the number. */
export type Card = {
  id: string
  brand: string
  last4: string
  expMonth: number | undefined
  expYear: number | undefined
  holder: string
}

/** The saved cards, and the id of the one that is the default at the provider. */
export type Cards = { cards: Card[]; defaultCard: string | undefined }

/** The status of a payment. Without proof of success it is `pending`: the member record shows the outcome. */
export type Payment = {
  status: 'active' | 'requiresAction' | 'pending'
  message: string
  subscriptionId: number | undefined
  clientSecret: string | undefined
}

const periodTypes = ['days', 'weeks', 'months', 'years', 'lifetime', 'unknown'] as const satisfies PeriodType[]

const periodType = v.fallback(
  v.pipe(
    rawText,
    v.transform((value) => value.trim().toLowerCase()),
    v.picklist(periodTypes),
  ),
  'unknown',
)

const plan = v.pipe(
  record,
  v.transform(withId),
  v.object({
    id,
    title: displayTextOrEmpty,
    excerpt: displayTextOrEmpty,
    price: optional(nonNegativeNumber),
    period: optional(v.pipe(nonNegativeNumber, v.safeInteger())),
    period_type: periodType,
    trial: phpBoolean,
    trial_days: optional(v.pipe(nonNegativeNumber, v.safeInteger())),
    group_order: optional(nonNegativeNumber),
    pricing_benefits: lenientArrayOrEmpty(nonEmptyText),
    is_highlighted: phpBoolean,
  }),
  v.transform((value): Plan => ({
    id: value.id,
    title: value.title,
    excerpt: value.excerpt,
    price: value.price ?? undefined,
    period: value.period ?? undefined,
    periodType: value.period_type,
    trialDays: value.trial ? (value.trial_days ?? 0) : 0,
    order: value.group_order ?? undefined,
    benefits: value.pricing_benefits,
    isHighlighted: value.is_highlighted,
  })),
)

/** Parses the response of `memberships/{id}`. */
export const parsePlan = createParser(plan)

/** Parses the response of `memberships`, in display order: by `group_order`, then as sent. */
export const parsePlans = createParser(
  v.pipe(
    lenientArray(plan),
    v.transform((plans) => [...plans].sort((one, other) => (one.order ?? Infinity) - (other.order ?? Infinity) || 0)),
  ),
)

const titled = optional(v.object({ title: displayTextOrEmpty }))

const transaction = v.pipe(
  record,
  v.transform(withId),
  v.transform((value): Record<string, unknown> => ({ ...value, plan: value.membership })),
  v.object({
    id,
    trans_num: rawTextOrEmpty,
    status: rawTextOrEmpty,
    txn_type: rawTextOrEmpty,
    gateway: rawTextOrEmpty,
    amount: optional(nonNegativeNumber),
    total: optional(nonNegativeNumber),
    tax_amount: optional(nonNegativeNumber),
    created_at: optionalTimestamp,
    expires_at: optionalTimestamp,
    membership: recordReference,
    plan: titled,
    member: recordReference,
    subscription: recordReference,
    cc_brand: rawTextOrEmpty,
    cc_last4: rawTextOrEmpty,
  }),
  v.transform((value): Transaction => ({
    id: value.id,
    number: value.trans_num,
    status: value.status,
    type: value.txn_type,
    gateway: value.gateway,
    amount: value.amount ?? undefined,
    total: value.total ?? undefined,
    tax: value.tax_amount ?? undefined,
    createdAt: value.created_at ?? undefined,
    expiresAt: value.expires_at ?? undefined,
    planId: value.membership ?? undefined,
    planTitle: value.plan?.title ?? '',
    memberId: value.member ?? undefined,
    subscriptionId: value.subscription ?? undefined,
    card: paidCardOf(value),
  })),
)

/** Parses the response of `transactions/{id}`. */
export const parseTransaction = createParser(transaction)

/** Parses the response of `transactions`: one page, newest first. */
export const parseTransactions = createParser(lenientArray(transaction))

const paymentMethodId = v.pipe(v.string(), v.minLength(1))

const card = v.pipe(
  v.object({
    id: paymentMethodId,
    card: v.object({
      brand: rawTextOrEmpty,
      last4: v.fallback(
        v.pipe(
          rawText,
          v.transform((value) => value.slice(-4)),
        ),
        '',
      ),
      exp_month: optional(v.pipe(nonNegativeNumber, v.safeInteger(), v.minValue(1), v.maxValue(12))),
      exp_year: optional(v.pipe(nonNegativeNumber, v.safeInteger())),
    }),
    billing_details: v.fallback(v.object({ name: displayTextOrEmpty }), { name: '' }),
  }),
  v.transform((value): Card => ({
    id: value.id,
    brand: value.card.brand.toLowerCase(),
    last4: value.card.last4,
    expMonth: value.card.exp_month ?? undefined,
    expYear: value.card.exp_year ?? undefined,
    holder: value.billing_details.name,
  })),
)

const defaultMethod = optional(
  v.union([
    paymentMethodId,
    v.pipe(
      v.object({ id: paymentMethodId }),
      v.transform((value) => value.id),
    ),
  ]),
)

/** Parses the response of every call for saved cards. */
export const parseCards = createParser(
  v.pipe(
    v.object({ cards: lenientArrayOrEmpty(card), default_pay_method: defaultMethod }),
    v.transform((value): Cards => ({ cards: value.cards, defaultCard: value.default_pay_method ?? undefined })),
  ),
)

/** Parses the response of `create-subscription`, `pay-from-save-card` and `capture-paypal-subscription`. */
export const parsePayment = createParser(
  v.pipe(
    v.object({
      success: mustBeTrue,
      message: displayTextOrEmpty,
      status: rawTextOrEmpty,
      subscription_id: recordReference,
      client_secret: optional(paymentMethodId),
    }),
    v.transform((value): Payment => {
      const clientSecret = value.client_secret ?? undefined
      const wantsAction = value.status === 'requires_action' && clientSecret !== undefined
      return {
        status: wantsAction ? 'requiresAction' : value.status === 'active' ? 'active' : 'pending',
        message: value.message,
        subscriptionId: value.subscription_id ?? undefined,
        clientSecret,
      }
    }),
  ),
)

/** Parses the response of `create-paypal-product` and `create-subscription-paypal`: PayPal's id. */
export const parseCreatedId = createParser(v.object({ id: v.pipe(rawText, v.minLength(1)) }))
