import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// The columns as migrations/*.sql creates them; a test compares the two. Times are ISO 8601 in UTC, money is in cents.

export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** A postal address by MemberPress's field names. */
export type PostalAddress = Readonly<Record<`mepr-address-${string}`, string>>

export const accounts = sqliteTable('accounts', {
  id: integer('id').primaryKey(),
  login: text('login').notNull().unique(),
  email: text('email').notNull().unique(),
  displayName: text('display_name').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  phone: text('phone').notNull(),
  passwordHash: text('password_hash').notNull(),
  registeredAt: text('registered_at').notNull(),
  loginCount: integer('login_count').notNull().default(0),
  hasAvatar: integer('has_avatar', { mode: 'boolean' }).notNull().default(false),
  address: text('address', { mode: 'json' }).$type<PostalAddress>().notNull(),
})

export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    member: integer('member')
      .notNull()
      .references(() => accounts.id),
    plan: integer('plan').notNull(),
    /** The gateway's own id: `sub_…` or `I-…`. */
    providerId: text('provider_id').notNull().unique(),
    gateway: text('gateway').notNull(),
    status: text('status', { enum: ['pending', 'active', 'suspended', 'cancelled'] }).notNull(),
    cents: integer('cents').notNull(),
    createdAt: text('created_at').notNull(),
    cardLast4: text('card_last4').notNull().default(''),
    cardExpMonth: text('card_exp_month').notNull().default(''),
    cardExpYear: text('card_exp_year').notNull().default(''),
    cardBrand: text('card_brand').notNull().default(''),
  },
  (table) => [index('subscriptions_of_member').on(table.member, table.id)],
)

export const transactions = sqliteTable(
  'transactions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    member: integer('member')
      .notNull()
      .references(() => accounts.id),
    plan: integer('plan').notNull(),
    /** 0 if the transaction has no subscription. */
    subscription: integer('subscription').notNull(),
    cents: integer('cents').notNull(),
    number: text('number').notNull().unique(),
    status: text('status', { enum: ['pending', 'failed', 'complete', 'confirmed', 'refunded'] }).notNull(),
    kind: text('kind', { enum: ['payment', 'subscription_confirmation', 'fallback'] }).notNull(),
    gateway: text('gateway').notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at').notNull(),
  },
  (table) => [index('transactions_of_member').on(table.member, table.id)],
)

export const cards = sqliteTable('cards', {
  id: text('id').primaryKey(),
  member: integer('member')
    .notNull()
    .references(() => accounts.id),
  brand: text('brand').notNull(),
  last4: text('last4').notNull(),
  expMonth: integer('exp_month').notNull(),
  expYear: integer('exp_year').notNull(),
  holder: text('holder').notNull(),
  isDefault: integer('is_default', { mode: 'boolean' }).notNull(),
  addedAt: text('added_at').notNull(),
  /** The name of the provider's test card, which decides the result of a charge. The number is not stored. */
  testCard: text('test_card').notNull().default('visa'),
})

/** Cards that the provider's client tokenized and that are not saved yet. */
export const paymentMethods = sqliteTable('payment_methods', {
  id: text('id').primaryKey(),
  testCard: text('test_card').notNull(),
  brand: text('brand').notNull(),
  last4: text('last4').notNull(),
  expMonth: integer('exp_month').notNull(),
  expYear: integer('exp_year').notNull(),
  holder: text('holder').notNull(),
  createdAt: text('made_at').notNull(),
})

/** Card payments that need 3-D Secure authentication. */
export const paymentIntents = sqliteTable(
  'payment_intents',
  {
    id: text('id').primaryKey(),
    clientSecret: text('client_secret').notNull().unique(),
    member: integer('member')
      .notNull()
      .references(() => accounts.id),
    plan: integer('plan').notNull(),
    method: text('method').notNull(),
    status: text('status', {
      enum: ['requires_action', 'requires_payment_method', 'succeeded', 'canceled'],
    }).notNull(),
    /** The key of the call that created the payment. */
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: text('made_at').notNull(),
    /** For the link in the receipt. The provider's own page completes the payment. */
    applicationOrigin: text('application_origin').notNull().default(''),
  },
  (table) => [index('payment_intents_of_member').on(table.member, table.status)],
)

export const paypalProducts = sqliteTable('paypal_products', {
  id: text('id').primaryKey(),
  member: integer('member')
    .notNull()
    .references(() => accounts.id),
  name: text('name').notNull(),
  createdAt: text('made_at').notNull(),
})

export const paypalSubscriptions = sqliteTable('paypal_subscriptions', {
  id: text('id').primaryKey(),
  member: integer('member')
    .notNull()
    .references(() => accounts.id),
  plan: integer('plan').notNull(),
  product: text('product')
    .notNull()
    .references(() => paypalProducts.id),
  status: text('status', { enum: ['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'CANCELLED'] }).notNull(),
  createdAt: text('made_at').notNull(),
})

/** The stored response per idempotency key, so that a repeated request takes effect once. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    member: integer('member')
      .notNull()
      .references(() => accounts.id),
    key: text('key').notNull(),
    /** SHA-256 of the call and its fields. */
    payload: text('payload').notNull(),
    status: integer('status').notNull(),
    body: text('body').notNull(),
    at: text('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.member, table.key] })],
)

export const favorites = sqliteTable(
  'favourites',
  {
    member: integer('member')
      .notNull()
      .references(() => accounts.id),
    slug: text('slug').notNull(),
    addedAt: text('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.member, table.slug] })],
)

export const sessions = sqliteTable(
  'sessions',
  {
    /** The public id of the session. It reveals nothing about its tokens. */
    id: text('id').primaryKey(),
    member: integer('member')
      .notNull()
      .references(() => accounts.id),
    /** SHA-256 of the tokens; the tokens are not stored. */
    accessHash: text('access_hash').notNull().unique(),
    refreshHash: text('refresh_hash').notNull().unique(),
    remember: integer('remember', { mode: 'boolean' }).notNull(),
    agent: text('agent').notNull(),
    address: text('address').notNull(),
    createdAt: text('created_at').notNull(),
    seenAt: text('seen_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    endedAt: text('ended_at'),
  },
  (table) => [index('sessions_of_member').on(table.member, table.createdAt)],
)

/** The reset links that were sent. Only a member's newest one is valid. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    member: integer('member')
      .notNull()
      .references(() => accounts.id),
    /** SHA-256 of the key, which only the mail message contains. */
    keyHash: text('key_hash').notNull(),
    requestedAt: text('asked_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    usedAt: text('used_at'),
  },
  (table) => [index('password_resets_of_member').on(table.member, table.id)],
)

/** The newest unconfirmed email address of each account. */
export const emailChanges = sqliteTable('address_changes', {
  member: integer('member')
    .primaryKey()
    .references(() => accounts.id),
  email: text('email').notNull(),
  /** SHA-256 of the key, which only the mail message contains. */
  keyHash: text('key_hash').notNull(),
  expiresAt: text('expires_at').notNull(),
})

/** The newest unconfirmed request of each account to be deleted. */
export const eraseRequests = sqliteTable('erase_requests', {
  member: integer('member')
    .primaryKey()
    .references(() => accounts.id),
  /** SHA-256 of the key, which only the mail message contains. */
  keyHash: text('key_hash').notNull(),
  expiresAt: text('expires_at').notNull(),
})

/** A code that signs a device in. */
export const deviceCodes = sqliteTable('device_codes', {
  /** Without the dash. */
  userCode: text('user_code').primaryKey(),
  /** SHA-256 of the secret of the device. */
  deviceHash: text('device_hash').notNull().unique(),
  agent: text('agent').notNull(),
  address: text('address').notNull(),
  createdAt: text('created_at').notNull(),
  expiresAt: text('expires_at').notNull(),
  /** In seconds. */
  interval: integer('interval').notNull(),
  polledAt: text('polled_at'),
  status: text('status', { enum: ['pending', 'approved', 'denied', 'used'] }).notNull(),
  /** Who approved or denied it. */
  member: integer('member').references(() => accounts.id),
})

/** The wrong codes of each account. */
export const wrongDeviceCodes = sqliteTable('wrong_device_codes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  member: integer('member')
    .notNull()
    .references(() => accounts.id),
  at: text('at').notNull(),
})

export const pictures = sqliteTable('pictures', {
  member: integer('member')
    .primaryKey()
    .references(() => accounts.id),
  /** The last segment of its URL; it changes with the content. */
  name: text('name').notNull(),
  type: text('type').notNull(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
})

export const channelRequests = sqliteTable(
  'channel_requests',
  {
    member: integer('member')
      .notNull()
      .references(() => accounts.id),
    /** The requested name in lower case, to detect duplicates. */
    channel: text('channel').notNull(),
    requestedAt: text('asked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.member, table.channel] })],
)

export const ledger = sqliteTable('ledger', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  at: text('at').notNull(),
  kind: text('kind', { enum: ['charge', 'cancel', 'capture'] }).notNull(),
  provider: text('provider', { enum: ['stripe', 'paypal'] }).notNull(),
  member: integer('member').notNull(),
  plan: integer('plan').notNull(),
  /** Null for a cancellation. */
  cents: integer('cents'),
  subscriptionId: text('subscription_id').notNull(),
  idempotencyKey: text('idempotency_key'),
})

export const mail = sqliteTable('mail', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  at: text('at').notNull(),
  to: text('to').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  links: text('links', { mode: 'json' }).$type<readonly string[]>().notNull(),
})

export type Account = typeof accounts.$inferSelect
export type Subscription = typeof subscriptions.$inferSelect
export type Transaction = typeof transactions.$inferSelect
export type Session = typeof sessions.$inferSelect
export type SavedCard = typeof cards.$inferSelect
export type PaymentIntent = typeof paymentIntents.$inferSelect
export type PasswordReset = typeof passwordResets.$inferSelect
