import { and, desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { requireOwnAccount } from '../authentication.ts'
import { parseBody, parseId, parseTexts, type Fields } from '../body.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import {
  attachPaymentMethod,
  declineRefusal,
  findPaymentMethod,
  paymentMethodNotFound,
} from '../stripe/paymentMethods.ts'
import { testCardOf } from '../stripe/testCards.ts'
import { cards, type Account, type SavedCard } from '../tables.ts'
import { createResponse } from '../wordpress.ts'

/** A saved card as Stripe's payment method object. */
function serializeCard(row: SavedCard, account: Account): Record<string, unknown> {
  return {
    id: row.id,
    object: 'payment_method',
    type: 'card',
    created: Math.floor(new Date(row.addedAt).getTime() / 1000),
    livemode: false,
    metadata: {},
    card: {
      brand: row.brand,
      display_brand: row.brand,
      last4: row.last4,
      exp_month: row.expMonth,
      exp_year: row.expYear,
      funding: testCardOf(row.testCard).funding,
      country: 'US',
    },
    billing_details: { name: row.holder, email: account.email, phone: account.phone || null, address: null },
  }
}

function parsePaymentMethodId(fields: Fields): string {
  parseId(fields, 'user_id')
  return parseTexts(fields, { payment_method_id: { minLength: 1, maxLength: 255 } }).payment_method_id
}

export function createCardCalls(host: Host): Hono<CallerEnv> {
  const { db, runExclusive } = host.records
  const calls = new Hono<CallerEnv>()

  async function listCards(account: Account): Promise<Response> {
    const rows = await db
      .select()
      .from(cards)
      .where(eq(cards.member, account.id))
      .orderBy(desc(cards.addedAt), desc(sql`rowid`))
    return createResponse({
      cards: rows.map((row) => serializeCard(row, account)),
      default_pay_method: rows.find((row) => row.isDefault)?.id ?? null,
    })
  }
  const ownCardFilter = (account: Account, id: string) => and(eq(cards.id, id), eq(cards.member, account.id))

  async function checkOwn(account: Account, id: string): Promise<void> {
    if ((await db.$count(cards, ownCardFilter(account, id))) === 0) throw new WpRefusalError(paymentMethodNotFound(id))
  }

  calls.post('/user-stripe-all-cards', requireOwnAccount(host), async (context) => {
    parseId(await parseBody(context), 'user_id')
    return listCards(context.get('caller').account)
  })

  calls.post('/set-default-card', requireOwnAccount(host), async (context) => {
    const { account } = context.get('caller')
    const id = parsePaymentMethodId(await parseBody(context))
    return runExclusive(async () => {
      await checkOwn(account, id)
      await db.batch([
        db.update(cards).set({ isDefault: false }).where(eq(cards.member, account.id)),
        db.update(cards).set({ isDefault: true }).where(ownCardFilter(account, id)),
      ])
      return listCards(account)
    })
  })

  calls.post('/delete-card', requireOwnAccount(host), async (context) => {
    const { account } = context.get('caller')
    const id = parsePaymentMethodId(await parseBody(context))
    return runExclusive(async () => {
      await checkOwn(account, id)
      // As at Stripe, no other card becomes the default.
      await db.delete(cards).where(ownCardFilter(account, id))
      return listCards(account)
    })
  })

  calls.post('/add-card', requireOwnAccount(host), async (context) => {
    const { account } = context.get('caller')
    const id = parsePaymentMethodId(await parseBody(context))
    return runExclusive(async () => {
      const now = host.now()
      const method = await findPaymentMethod(db, account.id, id, now)
      if (!method) throw new WpRefusalError(paymentMethodNotFound(id))
      const { attachDecline } = testCardOf(method.testCard)
      if (attachDecline) throw new WpRefusalError(declineRefusal(attachDecline))
      const [first, ...rest] = await attachPaymentMethod(db, account.id, method, account.displayName, now)
      if (first) await db.batch([first, ...rest])
      return listCards(account)
    })
  })

  return calls
}
