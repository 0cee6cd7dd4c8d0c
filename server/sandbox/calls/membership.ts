import { desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { requireServiceKey } from '../authentication.ts'
import { WpRefusalError, type Host } from '../host.ts'
import { grantsAccess } from '../memberAccess.ts'
import { renewSubscriptions } from '../renewSubscriptions.ts'
import { PLAN_GROUP, planOf, PLANS, type PlanSeed } from '../seed/plans.ts'
import { accounts, subscriptions, transactions, type Account, type Subscription, type Transaction } from '../tables.ts'
import { createResponse, missingParameters, formatMoney, formatMysqlTime, noRecord, paginate } from '../wordpress.ts'

const MAX_RECENT = 5

function serializePlan(plan: PlanSeed): Record<string, unknown> {
  return {
    id: plan.id,
    title: plan.title,
    content: plan.excerpt,
    excerpt: plan.excerpt,
    date: '2024-01-24 12:00:00',
    status: 'publish',
    author: '1',
    date_gmt: '2024-01-24 12:00:00',
    modified: '2024-01-24 12:00:00',
    modified_gmt: '2024-01-24 12:00:00',
    group: String(PLAN_GROUP),
    price: formatMoney(plan.cents),
    period: String(plan.period),
    period_type: plan.periodType,
    signup_button_text: 'Sign Up',
    limit_cycles: false,
    trial: plan.trialDays > 0 ? '1' : false,
    trial_days: String(plan.trialDays),
    trial_amount: '0',
    trial_once: '1',
    group_order: String(PLANS.indexOf(plan) + 1),
    is_highlighted: plan.highlighted ? '1' : false,
    plan_code: '',
    pricing_title: plan.title,
    pricing_show_price: true,
    pricing_display: 'auto',
    custom_price: '',
    pricing_benefits: plan.benefits,
    expire_type: 'none',
    tax_exempt: false,
    tax_class: 'standard',
    allow_renewal: false,
    simultaneous_subscriptions: false,
  }
}

const groupRecord = { id: PLAN_GROUP, title: 'Statecast plans', is_upgrade_path: '1' }

/** `subscription` has the card that paid. */
function serializeTransaction(row: Transaction, subscription?: Subscription | null): Record<string, unknown> {
  return {
    id: String(row.id),
    membership: String(row.plan),
    member: String(row.member),
    coupon: '0',
    subscription: String(row.subscription),
    amount: formatMoney(row.cents),
    total: formatMoney(row.cents),
    tax_amount: '0.00',
    tax_rate: '0.000',
    tax_desc: '',
    tax_class: 'standard',
    trans_num: row.number,
    status: row.status,
    txn_type: row.kind,
    gateway: row.gateway,
    prorated: '0',
    created_at: formatMysqlTime(row.createdAt),
    expires_at: formatMysqlTime(row.expiresAt),
    corporate_account_id: '0',
    parent_transaction_id: '0',
    tax_compound: '0',
    tax_shipping: '1',
    cc_brand: subscription?.cardBrand ?? '',
    cc_last4: subscription?.cardLast4 ?? '',
    response: null,
  }
}

function serializeSubscription(row: Subscription): Record<string, unknown> {
  const plan = planOf(row.plan)
  return {
    id: String(row.id),
    membership: String(row.plan),
    member: String(row.member),
    coupon: '0',
    subscr_id: row.providerId,
    gateway: row.gateway,
    price: formatMoney(row.cents),
    total: formatMoney(row.cents),
    period: String(plan?.period ?? 1),
    period_type: plan?.periodType ?? 'months',
    limit_cycles: '0',
    prorated_trial: '0',
    trial: plan && plan.trialDays > 0 ? '1' : '0',
    trial_days: String(plan?.trialDays ?? 0),
    trial_amount: '0.00',
    trial_total: '0.00',
    status: row.status,
    created_at: formatMysqlTime(row.createdAt),
    tax_amount: '0.00',
    cc_last4: row.cardLast4,
    cc_exp_month: row.cardExpMonth,
    cc_exp_year: row.cardExpYear,
    token: '',
    response: null,
  }
}

function serializeAccount(account: Account): Record<string, unknown> {
  return {
    id: account.id,
    email: account.email,
    username: account.login,
    nicename: account.login,
    url: '',
    message: '',
    registered_at: formatMysqlTime(account.registeredAt),
    first_name: account.firstName,
    last_name: account.lastName,
    display_name: account.displayName,
  }
}

function serializeMember(
  account: Account,
  transactionRows: readonly Transaction[],
  subscriptionRows: readonly Subscription[],
  now: string,
): Record<string, unknown> {
  const serialize = (row: Transaction) =>
    serializeTransaction(
      row,
      subscriptionRows.find(({ id }) => id === row.subscription),
    )
  const [latest] = transactionRows
  const first = transactionRows.at(-1)
  const active = transactionRows.filter((row) => grantsAccess(row, now))
  return {
    ...serializeAccount(account),
    active_memberships: active.flatMap((row) => {
      const plan = planOf(row.plan)
      return plan ? [serializePlan(plan)] : []
    }),
    active_txn_count: String(active.length),
    expired_txn_count: String(transactionRows.filter((row) => row.expiresAt <= now).length),
    trial_txn_count: '0',
    sub_count: subscriptionRows.length > 0 ? String(subscriptionRows.length) : null,
    login_count: String(account.loginCount),
    ...(first && { first_txn: serialize(first) }),
    ...(latest && { latest_txn: serialize(latest) }),
    address: account.address,
    profile: {},
    recent_transactions: transactionRows.slice(0, MAX_RECENT).map(serialize),
    recent_subscriptions: subscriptionRows.slice(0, MAX_RECENT).map(serializeSubscription),
  }
}

/** The id in a path; -1, which no record has, for anything but digits. */
function parsePathId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}

/** The membership service: members, plans and transactions. It requires the service key. */
export function createMembershipCalls(host: Host): Hono {
  const { db } = host.records
  const calls = new Hono()

  const newestTransactions = (member: number) =>
    db.select().from(transactions).where(eq(transactions.member, member)).orderBy(desc(transactions.id))

  calls.get('/members/:id', requireServiceKey, async (context) => {
    const id = context.req.param('id')
    const member = parsePathId(id)
    await renewSubscriptions(host.records, member, host.now())
    const [[account], transactionRows, subscriptionRows] = await db.batch([
      db.select().from(accounts).where(eq(accounts.id, member)),
      newestTransactions(member),
      db.select().from(subscriptions).where(eq(subscriptions.member, member)).orderBy(desc(subscriptions.id)),
    ])
    if (!account) throw new WpRefusalError(noRecord('members', id))
    return createResponse(serializeMember(account, transactionRows, subscriptionRows, host.now().toISOString()))
  })

  calls.get('/memberships', requireServiceKey, (context) => {
    const { rows, headers } = paginate(PLANS, (name) => context.req.query(name))
    return createResponse(rows.map(serializePlan), headers)
  })

  calls.get('/memberships/:id', requireServiceKey, (context) => {
    const id = context.req.param('id')
    const plan = planOf(parsePathId(id))
    if (!plan) throw new WpRefusalError(noRecord('memberships', id))
    return createResponse({ ...serializePlan(plan), group: groupRecord })
  })

  calls.get('/transactions', requireServiceKey, async (context) => {
    const member = context.req.query('member')
    if (member === undefined) throw new WpRefusalError(missingParameters(['member']))
    await renewSubscriptions(host.records, parsePathId(member), host.now())
    const found = await db
      .select({ transaction: transactions, subscription: subscriptions })
      .from(transactions)
      .leftJoin(subscriptions, eq(subscriptions.id, transactions.subscription))
      .where(eq(transactions.member, parsePathId(member)))
      .orderBy(desc(transactions.id))
    const { rows, headers } = paginate(found, (name) => context.req.query(name))
    return createResponse(
      rows.map(({ transaction, subscription }) => serializeTransaction(transaction, subscription)),
      headers,
    )
  })

  calls.get('/transactions/:id', requireServiceKey, async (context) => {
    const id = context.req.param('id')
    const [found] = await db
      .select({ transaction: transactions, account: accounts, subscription: subscriptions })
      .from(transactions)
      .innerJoin(accounts, eq(accounts.id, transactions.member))
      .leftJoin(subscriptions, eq(subscriptions.id, transactions.subscription))
      .where(eq(transactions.id, parsePathId(id)))
    if (!found) throw new WpRefusalError(noRecord('transactions', id))
    const { transaction, account, subscription } = found
    const paid = (await newestTransactions(transaction.member)).filter(
      (row) => row.subscription === transaction.subscription && row.kind === 'payment' && row.id <= transaction.id,
    )
    const plan = planOf(transaction.plan)
    return createResponse({
      ...serializeTransaction(transaction, subscription),
      membership: plan ? serializePlan(plan) : String(transaction.plan),
      member: { ...serializeAccount(account), address: account.address, profile: {} },
      subscription: subscription ? serializeSubscription(subscription) : '0',
      rebill: transaction.kind === 'payment' && paid.length > 1,
      subscription_payment_index: transaction.kind === 'payment' ? paid.length : false,
    })
  })

  return calls
}
