import { createHash } from 'node:crypto'
import { hashPublicPassword } from '../passwords.ts'
import {
  type accounts,
  type cards,
  type favorites,
  type sessions,
  type subscriptions,
  type transactions,
  type PostalAddress,
} from '../tables.ts'
import { ACCOUNTS, emailOf, PASSWORD, type AccountSeed } from './accounts.ts'
import { addDays, addMonths, addPeriod, endOfDay } from './calendar.ts'
import { CARD_GATEWAY, MANUAL_GATEWAY, PAYPAL_GATEWAY } from './keys.ts'
import { planOf } from './plans.ts'

type SubscriptionRow = typeof subscriptions.$inferInsert & { id: number }
type TransactionRow = typeof transactions.$inferInsert

export interface SeedRecords {
  readonly accounts: readonly (typeof accounts.$inferInsert)[]
  readonly subscriptions: readonly SubscriptionRow[]
  readonly transactions: readonly TransactionRow[]
  readonly cards: readonly (typeof cards.$inferInsert)[]
  readonly favorites: readonly (typeof favorites.$inferInsert)[]
  readonly sessions: readonly (typeof sessions.$inferInsert)[]
}

interface SeededSubscription {
  readonly member: number
  readonly plan: number
  readonly gateway: string
  readonly status: 'active' | 'cancelled'
  readonly from: Date
  readonly payments: number
  readonly card?: { readonly brand: string; readonly last4: string; readonly month: string; readonly year: string }
}

const FIRST_SUBSCRIPTION = 11
const FIRST_TRANSACTION = 301

/** Letters and digits that look random and are the same at every seeding. */
function stableId(input: string, length: number): string {
  return createHash('sha256')
    .update(input)
    .digest('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, length)
}

function providerIdOf(seeded: SeededSubscription, id: number): string {
  if (seeded.gateway === PAYPAL_GATEWAY) return `I-${stableId(`paypal ${id}`, 12).toUpperCase()}`
  if (seeded.gateway === CARD_GATEWAY) return `sub_1S${stableId(`card ${id}`, 22)}`
  return `mp-sub-${stableId(`manual ${id}`, 13).toLowerCase()}`
}

/** The gateway's transaction number of a payment. `index` counts from 0. */
export function paymentNumber(gateway: string, id: number, index: number): string {
  const of = `payment ${id} ${index}`
  if (gateway === PAYPAL_GATEWAY) return `9${stableId(of, 16).toUpperCase()}`
  if (gateway === CARD_GATEWAY) return `ch_3S${stableId(of, 22)}`
  return `mp-txn-${stableId(of, 13).toLowerCase()}`
}

/** The seeded subscriptions, with dates relative to the time of seeding. */
function createSeededSubscriptions(at: Date): readonly SeededSubscription[] {
  const morning = new Date(at)
  morning.setUTCHours(9, 14, 0, 0)
  const year = at.getUTCFullYear()
  return [
    {
      member: 2,
      plan: 102,
      gateway: CARD_GATEWAY,
      status: 'active',
      from: addDays(addMonths(morning, -12), 9),
      payments: 12,
      card: { brand: 'visa', last4: '4242', month: '12', year: String(year + 2) },
    },
    { member: 3, plan: 103, gateway: PAYPAL_GATEWAY, status: 'active', from: addMonths(morning, -7), payments: 3 },
    { member: 4, plan: 104, gateway: MANUAL_GATEWAY, status: 'active', from: addMonths(morning, -2), payments: 1 },
    {
      member: 6,
      plan: 102,
      gateway: CARD_GATEWAY,
      status: 'cancelled',
      from: addMonths(morning, -14),
      payments: 3,
      card: { brand: 'visa', last4: '0002', month: '08', year: String(year) },
    },
    { member: 6, plan: 101, gateway: PAYPAL_GATEWAY, status: 'cancelled', from: addMonths(morning, -5), payments: 1 },
  ]
}

function subscriptionOf(seeded: SeededSubscription, id: number): SubscriptionRow {
  return {
    id,
    member: seeded.member,
    plan: seeded.plan,
    providerId: providerIdOf(seeded, id),
    gateway: seeded.gateway,
    status: seeded.status,
    cents: planOf(seeded.plan)?.cents ?? 0,
    createdAt: seeded.from.toISOString(),
    cardLast4: seeded.card?.last4 ?? '',
    cardExpMonth: seeded.card?.month ?? '',
    cardExpYear: seeded.card?.year ?? '',
    cardBrand: seeded.card?.brand ?? '',
  }
}

function transactionsOf(seeded: SeededSubscription, subscription: SubscriptionRow): TransactionRow[] {
  const plan = planOf(seeded.plan)
  if (!plan) throw new Error(`Seeded subscription ${subscription.id} names plan ${seeded.plan}, which does not exist`)
  const common = {
    member: seeded.member,
    plan: seeded.plan,
    subscription: subscription.id,
    gateway: seeded.gateway,
  }
  // MemberPress starts a gateway's subscription with a confirmation that costs nothing and expires after a day.
  const confirmation: TransactionRow = {
    ...common,
    cents: 0,
    number: subscription.providerId,
    status: 'confirmed',
    kind: 'subscription_confirmation',
    createdAt: seeded.from.toISOString(),
    expiresAt: endOfDay(addDays(seeded.from, 1)).toISOString(),
  }
  const payments = Array.from({ length: seeded.payments }, (_, index): TransactionRow => {
    const due = addMonths(seeded.from, plan.periodType === 'months' ? index * plan.period : 0)
    return {
      ...common,
      cents: plan.cents,
      number: paymentNumber(seeded.gateway, subscription.id, index),
      status: 'complete',
      kind: 'payment',
      createdAt: new Date(due.getTime() + 60_000).toISOString(),
      expiresAt: endOfDay(addPeriod(due, plan)).toISOString(),
    }
  })
  return seeded.gateway === MANUAL_GATEWAY ? payments : [confirmation, ...payments]
}

function addressOf(account: AccountSeed): PostalAddress {
  return {
    'mepr-address-one': account.city ? `${account.id} Harbor Street` : '',
    'mepr-address-two': '',
    'mepr-address-city': account.city,
    'mepr-address-state': account.state,
    'mepr-address-zip': account.zip,
    'mepr-address-country': account.city ? 'US' : '',
  }
}

const passwordHashes = (): Promise<readonly string[]> =>
  Promise.all(
    ACCOUNTS.map(({ login }) =>
      hashPublicPassword(PASSWORD, createHash('sha256').update(login).digest().subarray(0, 16)),
    ),
  )

/** The seeded records as of `at`. The same time gives the same records. */
export async function createSeedRecords(at: Date): Promise<SeedRecords> {
  const hashes = await passwordHashes()
  const seeds = createSeededSubscriptions(at)
  const subscriptionRows = seeds.map((seeded, index) => subscriptionOf(seeded, FIRST_SUBSCRIPTION + index))
  const declined: TransactionRow = {
    member: 6,
    plan: 102,
    subscription: FIRST_SUBSCRIPTION + 3,
    cents: 1999,
    number: `ch_3S${stableId('declined', 22)}`,
    status: 'failed',
    kind: 'payment',
    gateway: CARD_GATEWAY,
    createdAt: addMonths(at, -11).toISOString(),
    expiresAt: addMonths(at, -11).toISOString(),
  }
  const transactionRows = seeds
    .flatMap((seeded, index) => {
      const subscription = subscriptionRows[index]
      return subscription ? transactionsOf(seeded, subscription) : []
    })
    .concat(declined)
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
    .map((row, index) => ({ ...row, id: FIRST_TRANSACTION + index }))
  const year = at.getUTCFullYear()
  return {
    accounts: ACCOUNTS.map((account, index) => ({
      id: account.id,
      login: account.login,
      email: emailOf(account),
      displayName: `${account.firstName} ${account.lastName}`,
      firstName: account.firstName,
      lastName: account.lastName,
      phone: account.phone,
      passwordHash: hashes[index] ?? '',
      registeredAt: addDays(addMonths(at, -15), account.id).toISOString(),
      hasAvatar: account.hasAvatar,
      address: addressOf(account),
    })),
    subscriptions: subscriptionRows,
    transactions: transactionRows,
    cards: [
      {
        id: `pm_1S${stableId('visa', 22)}`,
        member: 2,
        brand: 'visa',
        last4: '4242',
        expMonth: 12,
        expYear: year + 2,
        holder: 'Mara Ellison',
        isDefault: true,
        addedAt: addMonths(at, -12).toISOString(),
      },
      {
        id: `pm_1S${stableId('mastercard', 22)}`,
        member: 2,
        testCard: 'mastercard',
        brand: 'mastercard',
        last4: '4444',
        expMonth: 8,
        expYear: year + 1,
        holder: 'Mara Ellison',
        isDefault: false,
        addedAt: addMonths(at, -4).toISOString(),
      },
    ],
    favorites: [
      { member: 2, slug: 'stormwatch-gulf', addedAt: addDays(at, -40).toISOString() },
      { member: 2, slug: 'rotunda', addedAt: addDays(at, -12).toISOString() },
      { member: 2, slug: 'harbor-one', addedAt: addDays(at, -3).toISOString() },
      { member: 3, slug: 'ledgerline', addedAt: addDays(at, -20).toISOString() },
    ],
    sessions: [
      createSeededSession('roku', 'Roku/DVP-14.0 (Living room)', '198.51.100.7', addDays(at, -2)),
      createSeededSession(
        'phone',
        'Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile',
        '203.0.113.24',
        addDays(at, -1),
      ),
    ],
  }
}

/** A session of `member` on another device. No token matches its hashes. */
function createSeededSession(name: string, agent: string, address: string, since: Date): typeof sessions.$inferInsert {
  return {
    id: stableId(`session ${name}`, 12),
    member: 2,
    accessHash: stableId(`access ${name}`, 32),
    refreshHash: stableId(`refresh ${name}`, 32),
    remember: true,
    agent,
    address,
    createdAt: since.toISOString(),
    seenAt: since.toISOString(),
    expiresAt: addDays(since, 7).toISOString(),
  }
}
