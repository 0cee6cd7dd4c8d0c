import { and, eq } from 'drizzle-orm'
import { type Statement } from '../idempotency.ts'
import { type Database } from '../records.ts'
import { cards, paymentMethods } from '../tables.ts'
import { randomAlphanumeric } from '../tokens.ts'
import { type WpRefusal } from '../wordpress.ts'
import { testCardByAlias, type Decline, type TestCard } from './testCards.ts'

/** A card that can be charged: tokenized or saved. */
export interface PaymentMethod {
  readonly id: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly holder: string
  readonly testCard: string
  readonly isSaved: boolean
}

export const createPaymentMethodId = (): string => `pm_1S${randomAlphanumeric(22)}`

/** Creates a card from an alias such as `pm_card_visa`. Each use creates another card. */
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

/** The tokenized card, alias or saved card with this id; undefined for another member's saved card. */
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

/** The host's refusal for a declined card, with Stripe's message. */
export const declineRefusal = ({ code, declineCode, message }: Decline): WpRefusal => ({
  code,
  message,
  status: 402,
  ...(declineCode !== undefined && { data: { decline_code: declineCode } }),
})

/** The statements that save a card for a member. The first card becomes the default. */
export async function attachPaymentMethod(
  db: Database,
  member: number,
  method: PaymentMethod,
  holder: string,
  now: Date,
): Promise<readonly Statement[]> {
  if (method.isSaved) return []
  const defaults = await db.$count(cards, and(eq(cards.member, member), eq(cards.isDefault, true)))
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
      isDefault: defaults === 0,
      addedAt: now.toISOString(),
    }),
  ]
}
