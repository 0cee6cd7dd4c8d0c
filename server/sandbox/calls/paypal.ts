import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { signedIn } from '../admission.ts'
import { fieldsOf, idIn, ruledTexts } from '../body.ts'
import { enrol } from '../enrolment.ts'
import { Refused, type CallerEnv, type Host } from '../host.ts'
import { done, refusedForGood, type Effect, type Once, type RunOnce } from '../idempotency.ts'
import { planOf } from '../seed/plans.ts'
import { paypalProducts, paypalSubscriptions, subscriptions } from '../tables.ts'
import { drawn } from '../tokens.ts'
import { answer, type WpRefusal } from '../wordpress.ts'
import { NO_PLAN } from './cardPayments.ts'

const NO_PRODUCT: WpRefusal = {
  code: 'product_not_found',
  message: 'The specified resource does not exist.',
  status: 404,
}
const NO_SUBSCRIPTION: WpRefusal = { ...NO_PRODUCT, code: 'subscription_not_found' }
const NOT_APPROVED: WpRefusal = {
  code: 'paypal_not_approved',
  message: 'The subscription has not been approved.',
  status: 422,
}
const NOT_POSSIBLE: WpRefusal = {
  code: 'paypal_error',
  message: 'The requested action could not be performed, semantically incorrect, or failed business validation.',
  status: 422,
}

/** Paying for a plan through PayPal: a product, a subscription to approve, and taking its money. */
export function paypalCalls(host: Host, once: RunOnce): Hono<CallerEnv> {
  const { db, inTurn } = host.records
  const calls = new Hono<CallerEnv>()

  calls.post('/create-paypal-product', signedIn(host), async (context) => {
    const { account } = context.get('caller')
    const { membershipName: name } = ruledTexts(await fieldsOf(context), {
      membershipName: { least: 1, most: 127 },
      description: { least: 1, most: 256 },
    })
    const id = `PROD-${drawn(17).toUpperCase()}`
    await db.insert(paypalProducts).values({ id, member: account.id, name, madeAt: host.now().toISOString() })
    return answer({ id })
  })

  calls.post('/create-subscription-paypal', signedIn(host), async (context) => {
    const { account } = context.get('caller')
    const fields = await fieldsOf(context)
    const { product_id: product } = ruledTexts(fields, { product_id: { least: 1, most: 50 } })
    const plan = planOf(idIn(fields, 'plan_id'))
    if (!plan) throw new Refused(NO_PLAN)
    return inTurn(async () => {
      const own = and(eq(paypalProducts.id, product), eq(paypalProducts.member, account.id))
      if ((await db.$count(paypalProducts, own)) === 0) throw new Refused(NO_PRODUCT)
      const id = `I-${drawn(12).toUpperCase()}`
      await db.insert(paypalSubscriptions).values({
        id,
        member: account.id,
        plan: plan.id,
        product,
        status: 'APPROVAL_PENDING',
        madeAt: host.now().toISOString(),
      })
      return answer({ id })
    })
  })

  async function capture({ account, fields, key, now }: Once): Promise<Effect> {
    const { subscription_id: id } = ruledTexts(fields, {
      email: { least: 1, most: 100 },
      subscription_id: { least: 1, most: 50 },
    })
    const plan = planOf(idIn(fields, 'plan_id'))
    if (!plan) throw new Refused(NO_PLAN)
    const [found] = await db
      .select()
      .from(paypalSubscriptions)
      .where(and(eq(paypalSubscriptions.id, id), eq(paypalSubscriptions.member, account.id)))
    if (!found) throw new Refused(NO_SUBSCRIPTION)
    if (found.plan !== plan.id) return refusedForGood(NOT_POSSIBLE)
    const made = (subscription: number) => ({
      success: true,
      message: 'Subscription activated successfully.',
      subscription_id: String(subscription),
      status: 'active',
    })
    switch (found.status) {
      case 'APPROVAL_PENDING':
        return refusedForGood(NOT_APPROVED)
      case 'CANCELLED':
        return refusedForGood(NOT_POSSIBLE)
      case 'ACTIVE': {
        // Taken already: the host finds its record and takes nothing twice.
        const [before] = await db.select().from(subscriptions).where(eq(subscriptions.providerId, id))
        return before ? done(made(before.id), []) : refusedForGood(NOT_POSSIBLE)
      }
      case 'APPROVED': {
        const begun = await enrol(db, { member: account.id, plan, provider: 'paypal', providerId: id, key, now })
        return done(made(begun.id), [
          db.update(paypalSubscriptions).set({ status: 'ACTIVE' }).where(eq(paypalSubscriptions.id, id)),
          ...begun.statements,
        ])
      }
    }
  }

  calls.post('/capture-paypal-subscription', signedIn(host), (context) => once(context, capture))

  return calls
}
