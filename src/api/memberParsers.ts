import * as v from 'valibot'
import {
  safeUrl,
  nonNegativeNumber,
  rawTextOrEmpty,
  id,
  lenientArrayOrEmpty,
  optional,
  optionalTimestamp,
  createParser,
  record,
  withId,
  displayTextOrEmpty,
  mustBeTrue,
} from './lenientSchemas.ts'

/** The signed-in user. Other fields of the host's record are dropped, since it may contain the password hash. */
export type User = { id: number; login: string; email: string; displayName: string; phone: string }

/** The result of a sign-in. */
export type SignedIn = { accessToken: string; refreshToken: string; user: User }

/** The lines of a billing address, '' where one is empty. `country` is an ISO 3166 code of two letters. */
export type Address = { line1: string; line2: string; city: string; state: string; zip: string; country: string }

/** The card that a subscription is charged to. The member record has only its last four digits and its expiry. */
export type ChargedCard = { last4: string; expMonth: number | undefined; expYear: number | undefined }

/** One of at most five recent subscriptions. `gatewayId` is the provider's id, `status` as the host sends it. */
export type Subscription = {
  id: number
  planId: number | undefined
  status: string
  gateway: string
  gatewayId: string
  price: number | undefined
  createdAt: string | undefined
  card: ChargedCard | undefined
}

/** The card that paid: its brand in lower case, '' if unknown, and its last four digits. */
export type PaidCard = { brand: string; last4: string }

/**
 * One of at most five recent transactions; `subscriptionId` is undefined without one. `expiresAt` is the end of the paid
 * period: undefined for a lifetime plan and if the record does not have it. `amount` is in major units, with tax.
 */
export type RecentTransaction = {
  id: number
  number: string
  planId: number | undefined
  subscriptionId: number | undefined
  status: string
  amount: number | undefined
  createdAt: string | undefined
  expiresAt: string | undefined
  card: PaidCard | undefined
}

/** A membership with a current payment. `price` is in major units. */
export type ActiveMembership = { id: number | undefined; title: string; price: number | undefined }

/** The fields of the member record that this product uses. Newest subscriptions and transactions first. */
export type Member = {
  id: number
  email: string
  username: string
  firstName: string
  lastName: string
  displayName: string
  address: Address
  subscriptions: Subscription[]
  transactions: RecentTransaction[]
  latestTransaction: RecentTransaction | undefined
  activeMemberships: ActiveMembership[]
}

// WP_User wraps its fields in `data`; the specification also allows a flat record.
const user = v.pipe(
  record,
  v.transform((value) => {
    const fields = v.safeParse(record, value.data)
    return withId({ ...value, ...(fields.success ? fields.output : {}), ...('ID' in value ? { ID: value.ID } : {}) })
  }),
  v.object({
    id,
    user_login: rawTextOrEmpty,
    user_email: rawTextOrEmpty,
    display_name: displayTextOrEmpty,
    user_phone: rawTextOrEmpty,
  }),
  v.transform((value): User => ({
    id: value.id,
    login: value.user_login,
    email: value.user_email,
    displayName: value.display_name,
    phone: value.user_phone,
  })),
)

/** Parses the response of `me`, to a read and to an edit. */
export const parseUser = createParser(user)

const token = v.pipe(v.string(), v.minLength(1))

/** Parses the response of `user-login`. */
export const parseSignIn = createParser(
  v.pipe(
    v.object({ access_token: token, refresh_token: token, user }),
    v.transform((value): SignedIn => ({
      accessToken: value.access_token,
      refreshToken: value.refresh_token,
      user: value.user,
    })),
  ),
)

/** The id of a referenced record, which the host sends as an id or as the whole record. */
export const recordReference = optional(
  v.union([
    id,
    v.pipe(
      record,
      v.transform(withId),
      v.object({ id }),
      v.transform((value) => value.id),
    ),
  ]),
)

const month = v.pipe(nonNegativeNumber, v.safeInteger(), v.minValue(1), v.maxValue(12))
const year = v.pipe(nonNegativeNumber, v.safeInteger(), v.minValue(1_000))

// Without a status a subscription is dropped: missing data never grants access.
const subscription = v.pipe(
  record,
  v.transform(withId),
  v.object({
    id,
    status: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.minLength(1)),
    membership: recordReference,
    gateway: rawTextOrEmpty,
    subscr_id: rawTextOrEmpty,
    price: optional(nonNegativeNumber),
    created_at: optionalTimestamp,
    cc_last4: rawTextOrEmpty,
    cc_exp_month: optional(month),
    cc_exp_year: optional(year),
  }),
  v.transform((value): Subscription => ({
    id: value.id,
    planId: value.membership ?? undefined,
    // Stripe writes 'canceled', MemberPress 'cancelled'.
    status: value.status === 'canceled' ? 'cancelled' : value.status,
    gateway: value.gateway,
    gatewayId: value.subscr_id,
    price: value.price ?? undefined,
    createdAt: value.created_at ?? undefined,
    card: /^\d{4}$/.test(value.cc_last4)
      ? { last4: value.cc_last4, expMonth: value.cc_exp_month ?? undefined, expYear: value.cc_exp_year ?? undefined }
      : undefined,
  })),
)

/** The card of a transaction; undefined without its last four digits. */
export const paidCardOf = (value: { cc_brand: string; cc_last4: string }): PaidCard | undefined =>
  /^\d{4}$/.test(value.cc_last4) ? { brand: value.cc_brand.trim().toLowerCase(), last4: value.cc_last4 } : undefined

const transaction = v.pipe(
  record,
  v.transform(withId),
  v.object({
    id,
    trans_num: rawTextOrEmpty,
    membership: recordReference,
    subscription: recordReference,
    status: rawTextOrEmpty,
    total: optional(nonNegativeNumber),
    amount: optional(nonNegativeNumber),
    created_at: optionalTimestamp,
    expires_at: optionalTimestamp,
    cc_brand: rawTextOrEmpty,
    cc_last4: rawTextOrEmpty,
  }),
  v.transform((value): RecentTransaction => ({
    id: value.id,
    number: value.trans_num,
    planId: value.membership ?? undefined,
    subscriptionId: value.subscription ?? undefined,
    status: value.status.toLowerCase(),
    amount: value.total ?? value.amount ?? undefined,
    createdAt: value.created_at ?? undefined,
    expiresAt: value.expires_at ?? undefined,
    card: paidCardOf(value),
  })),
)

// PHP writes an address without lines as an empty list.
const postalAddress = v.pipe(
  v.fallback(record, {}),
  v.object({
    'mepr-address-one': displayTextOrEmpty,
    'mepr-address-two': displayTextOrEmpty,
    'mepr-address-city': displayTextOrEmpty,
    'mepr-address-state': displayTextOrEmpty,
    'mepr-address-zip': displayTextOrEmpty,
    'mepr-address-country': displayTextOrEmpty,
  }),
  v.transform((value): Address => ({
    line1: value['mepr-address-one'],
    line2: value['mepr-address-two'],
    city: value['mepr-address-city'],
    state: value['mepr-address-state'],
    zip: value['mepr-address-zip'],
    country: value['mepr-address-country'].toUpperCase(),
  })),
)

const activeMembership = v.pipe(
  record,
  v.transform(withId),
  v.object({ id: optional(id), title: displayTextOrEmpty, price: optional(nonNegativeNumber) }),
  v.transform((value): ActiveMembership => ({
    id: value.id ?? undefined,
    title: value.title,
    price: value.price ?? undefined,
  })),
)

/** Parses the response of `members/{id}`. */
export const parseMember = createParser(
  v.pipe(
    record,
    // A schema with a fallback cannot be piped (see lenientSchemas.ts), so a missing address is added before parsing.
    v.transform((value): Record<string, unknown> => ({ ...withId(value), address: value.address ?? {} })),
    v.object({
      id,
      email: rawTextOrEmpty,
      username: rawTextOrEmpty,
      first_name: displayTextOrEmpty,
      last_name: displayTextOrEmpty,
      display_name: displayTextOrEmpty,
      address: postalAddress,
      recent_subscriptions: lenientArrayOrEmpty(subscription),
      recent_transactions: lenientArrayOrEmpty(transaction),
      latest_txn: optional(transaction),
      active_memberships: lenientArrayOrEmpty(activeMembership),
    }),
    v.transform((value): Member => ({
      id: value.id,
      email: value.email,
      username: value.username,
      firstName: value.first_name,
      lastName: value.last_name,
      displayName: value.display_name,
      address: value.address,
      subscriptions: value.recent_subscriptions,
      transactions: value.recent_transactions,
      latestTransaction: value.latest_txn ?? undefined,
      // The host sends one entry per transaction, so a plan may occur twice.
      activeMemberships: value.active_memberships.filter(
        (one, at, all) => one.id === undefined || all.findIndex((other) => other.id === one.id) === at,
      ),
    })),
  ),
)

/** Parses the response of `avatar`: the URL of the image, undefined for the placeholder. */
export const parseAvatar = createParser(
  v.pipe(
    v.object({ avatar_url: safeUrl }),
    v.transform((value) => value.avatar_url ?? undefined),
  ),
)

/** Parses a response without data: success and the host's message. */
export const parseSuccess = createParser(
  v.pipe(
    v.object({ success: mustBeTrue, message: displayTextOrEmpty }),
    v.transform((value) => ({ message: value.message })),
  ),
)
