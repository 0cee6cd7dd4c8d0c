import { and, count, eq } from 'drizzle-orm'
import { type Statement } from '../idempotency.ts'
import { type Database } from '../records.ts'
import { cards, paymentMethods } from '../tables.ts'
import { drawn } from '../tokens.ts'
import { type WpRefusal } from '../wordpress.ts'
import { testCardByAlias, testCardOf, type Decline, type TestCard } from './testCards.ts'

/** A card that may be charged: one that was just tokenised, or one that a member saved. */
export interface Method {
  readonly id: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly holder: string
  readonly testCard: string
  /** True when this member has saved it. */
  readonly saved: boolean
}

/** As the provider makes them. */
export const newMethodId = (): string => `pm_1S${drawn(22)}`

/** A ready-made id of the provider's stands for a fresh card each time it is used. */
function fromAlias(card: TestCard, now: Date): Method {
  return {
    id: newMethodId(),
    brand: card.brand,
    last4: card.number.slice(-4),
    expMonth: 12,
    expYear: now.getUTCFullYear() + 4,
    holder: '',
    testCard: card.name,
    saved: false,
  }
}

/** The card of this id that the member may use; a card that another member saved is as good as none. */
export async function findMethod(db: Database, member: number, id: string, now: Date): Promise<Method | undefined> {
  const [saved] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.id, id), eq(cards.member, member)))
  if (saved) return { ...saved, saved: true }
  const [fresh] = await db.select().from(paymentMethods).where(eq(paymentMethods.id, id))
  if (fresh) return { ...fresh, saved: false }
  const alias = testCardByAlias(id)
  return alias && fromAlias(alias, now)
}

export const noMethod = (id: string): WpRefusal => ({
  code: 'payment_method_not_found',
  message: `No such PaymentMethod: '${id}'`,
  status: 404,
})

/** How the host tells of a card that the provider refused: with the provider's own words. */
export const declineRefusal = ({ code, declineCode, message }: Decline): WpRefusal => ({
  code,
  message,
  status: 402,
  ...(declineCode !== undefined && { data: { decline_code: declineCode } }),
})

/** Saves a card for a member, who then has it; the first one is the default. */
export async function attach(
  db: Database,
  member: number,
  method: Method,
  holder: string,
  now: Date,
): Promise<readonly Statement[]> {
  if (method.saved) return []
  const [has] = await db
    .select({ defaults: count() })
    .from(cards)
    .where(and(eq(cards.member, member), eq(cards.isDefault, true)))
  return [
    db.delete(paymentMethods).where(eq(paymentMethods.id, method.id)),
    db.insert(cards).values({
      id: method.id,
      member,
      brand: method.brand,
      last4: method.last4,
      expMonth: method.expMonth,
      expYear: method.expYear,
      holder: method.holder || holder,
      testCard: method.testCard,
      isDefault: (has?.defaults ?? 0) === 0,
      addedAt: now.toISOString(),
    }),
  ]
}

export const behaviourOf = (method: Method): TestCard => testCardOf(method.testCard)
