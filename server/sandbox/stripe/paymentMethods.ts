import { and, count, eq } from 'drizzle-orm'
import { type Statement } from '../idempotency.ts'
import { type Database } from '../records.ts'
import { cards, paymentMethods } from '../tables.ts'
import { randomAlphanumeric } from '../tokens.ts'
import { type WpRefusal } from '../wordpress.ts'
import { testCardByAlias, testCardOf, type Decline, type TestCard } from './testCards.ts'

/** A card that may be charged: one that was just tokenized, or one that a member saved. */
export interface PaymentMethod {
  readonly id: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly holder: string
  readonly testCard: string
  /** True when this member has saved it. */
  readonly isSaved: boolean
}

/** As the provider makes them. */
export const createPaymentMethodId = (): string => `pm_1S${randomAlphanumeric(22)}`

/** A ready-made id of the provider's stands for a fresh card each time it is used. */
function createFromAlias(card: TestCard, now: Date): PaymentMethod {
  return {
    id: createPaymentMethodId(),
    brand: card.brand,
    last4: card.number.slice(-4),
    expMonth: 12,
    expYear: now.getUTCFullYear() + 4,
    holder: '',
    testCard: card.name,
    isSaved: false,
  }
}

/** The card of this id that the member may use; a card that another member saved is as good as none. */
export async function findPaymentMethod(
  db: Database,
  member: number,
  id: string,
  now: Date,
): Promise<PaymentMethod | undefined> {
  const [saved] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.id, id), eq(cards.member, member)))
  if (saved) return { ...saved, isSaved: true }
  const [fresh] = await db.select().from(paymentMethods).where(eq(paymentMethods.id, id))
  if (fresh) return { ...fresh, isSaved: false }
  const alias = testCardByAlias(id)
  return alias && createFromAlias(alias, now)
}

export const paymentMethodNotFound = (id: string): WpRefusal => ({
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
export async function attachPaymentMethod(
  db: Database,
  member: number,
  method: PaymentMethod,
  holder: string,
  now: Date,
): Promise<readonly Statement[]> {
  if (method.isSaved) return []
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

export const testCardOfMethod = (method: PaymentMethod): TestCard => testCardOf(method.testCard)
