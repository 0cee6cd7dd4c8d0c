import { and, eq, gt, ne } from 'drizzle-orm'
import { type Records } from './records.ts'
import { subscriptions, transactions, type Transaction } from './tables.ts'

/** Whether a transaction grants access: paid or confirmed, and not expired. MemberPress ignores subscriptions here. */
export function grantsAccess(row: Pick<Transaction, 'kind' | 'status' | 'expiresAt'>, now: string): boolean {
  const settled = row.kind === 'subscription_confirmation' ? row.status === 'confirmed' : row.status === 'complete'
  return settled && row.expiresAt > now
}

/** Whether an account is a member's: a subscription is not canceled, or what is paid has not run out. */
export async function isMember({ db }: Records, member: number, now: string): Promise<boolean> {
  const [running, paid] = await db.batch([
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(eq(subscriptions.member, member), ne(subscriptions.status, 'cancelled')))
      .limit(1),
    db
      .select()
      .from(transactions)
      .where(and(eq(transactions.member, member), gt(transactions.expiresAt, now))),
  ])
  return running.length > 0 || paid.some((row) => grantsAccess(row, now))
}
