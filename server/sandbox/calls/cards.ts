import { and, desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { signedIn } from '../admission.ts'
import { fieldsOf, idIn, ruledTexts, type Fields } from '../body.ts'
import { Refused, type CallerEnv, type Host } from '../host.ts'
import { attach, behaviourOf, declineRefusal, findMethod, noMethod } from '../stripe/methods.ts'
import { testCardOf } from '../stripe/testCards.ts'
import { cards, type Account, type SavedCard } from '../tables.ts'
import { answer } from '../wordpress.ts'

/** A saved card as the provider writes a payment method. */
function wireCard(row: SavedCard, account: Account): Record<string, unknown> {
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

function cardReference(fields: Fields): string {
  idIn(fields, 'user_id')
  return ruledTexts(fields, { payment_method_id: { least: 1, most: 255 } }).payment_method_id
}

/** A member's saved cards. */
export function cardCalls(host: Host): Hono<CallerEnv> {
  const { db, inTurn } = host.records
  const calls = new Hono<CallerEnv>()

  async function all(account: Account): Promise<Response> {
    const rows = await db
      .select()
      .from(cards)
      .where(eq(cards.member, account.id))
      .orderBy(desc(cards.addedAt), desc(sql`rowid`))
    return answer({
      cards: rows.map((row) => wireCard(row, account)),
      default_pay_method: rows.find((row) => row.isDefault)?.id ?? null,
    })
  }
  const own = (account: Account, id: string) => and(eq(cards.id, id), eq(cards.member, account.id))

  async function checkOwn(account: Account, id: string): Promise<void> {
    if ((await db.$count(cards, own(account, id))) === 0) throw new Refused(noMethod(id))
  }

  calls.post('/user-stripe-all-cards', signedIn(host), async (context) => {
    idIn(await fieldsOf(context), 'user_id')
    return all(context.get('caller').account)
  })

  calls.post('/set-default-card', signedIn(host), async (context) => {
    const { account } = context.get('caller')
    const id = cardReference(await fieldsOf(context))
    return inTurn(async () => {
      await checkOwn(account, id)
      await db.batch([
        db.update(cards).set({ isDefault: false }).where(eq(cards.member, account.id)),
        db.update(cards).set({ isDefault: true }).where(own(account, id)),
      ])
      return all(account)
    })
  })

  calls.post('/delete-card', signedIn(host), async (context) => {
    const { account } = context.get('caller')
    const id = cardReference(await fieldsOf(context))
    return inTurn(async () => {
      await checkOwn(account, id)
      // As at the provider, no other card takes the place of a default that is gone.
      await db.delete(cards).where(own(account, id))
      return all(account)
    })
  })

  calls.post('/add-card', signedIn(host), async (context) => {
    const { account } = context.get('caller')
    const id = cardReference(await fieldsOf(context))
    return inTurn(async () => {
      const now = host.now()
      const method = await findMethod(db, account.id, id, now)
      if (!method) throw new Refused(noMethod(id))
      const { refused } = behaviourOf(method)
      if (refused) throw new Refused(declineRefusal(refused))
      const [first, ...rest] = await attach(db, account.id, method, account.displayName, now)
      if (first) await db.batch([first, ...rest])
      return all(account)
    })
  })

  return calls
}
