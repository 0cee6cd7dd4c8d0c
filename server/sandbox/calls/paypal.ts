import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { requireOwnAccount } from '../authentication.ts'
import { parseBody, parseId, parseTexts } from '../body.ts'
import { createSubscription } from '../createSubscription.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import {
  createSuccessEffect,
  createRefusalEffect,
  type Effect,
  type IdempotentCall,
  type IdempotentRunner,
} from '../idempotency.ts'
import { planOf } from '../seed/plans.ts'
import { paypalProducts, paypalSubscriptions, subscriptions } from '../tables.ts'
import { randomAlphanumeric } from '../tokens.ts'
import { createResponse, type WpRefusal } from '../wordpress.ts'
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

/** The calls that pay through PayPal: create a product, create its subscription, and capture it after approval. */
export function createPaypalCalls(host: Host, runIdempotently: IdempotentRunner): Hono<CallerEnv> {
  const { db, runExclusive } = host.records
  const calls = new Hono<CallerEnv>()

  calls.post('/create-paypal-product', requireOwnAccount(host), async (context) => {
    const { account } = context.get('caller')
    const { membershipName: name } = parseTexts(await parseBody(context), {
      membershipName: { minLength: 1, maxLength: 127 },
      description: { minLength: 1, maxLength: 256 },
    })
    const id = `PROD-${randomAlphanumeric(17).toUpperCase()}`
    await db.insert(paypalProducts).values({ id, member: account.id, name, createdAt: host.now().toISOString() })
    return createResponse({ id })
  })

  calls.post('/create-subscription-paypal', requireOwnAccount(host), async (context) => {
    const { account } = context.get('caller')
    const fields = await parseBody(context)
    const { product_id: product } = parseTexts(fields, { product_id: { minLength: 1, maxLength: 50 } })
    const plan = planOf(parseId(fields, 'plan_id'))
    if (!plan) throw new WpRefusalError(NO_PLAN)
    return runExclusive(async () => {
      const own = and(eq(paypalProducts.id, product), eq(paypalProducts.member, account.id))
      if ((await db.$count(paypalProducts, own)) === 0) throw new WpRefusalError(NO_PRODUCT)
      const id = `I-${randomAlphanumeric(12).toUpperCase()}`
      await db.insert(paypalSubscriptions).values({
        id,
        member: account.id,
        plan: plan.id,
        product,
        status: 'APPROVAL_PENDING',
        createdAt: host.now().toISOString(),
      })
      return createResponse({ id })
    })
  })

  async function capture({ account, fields, key, now, applicationOrigin }: IdempotentCall): Promise<Effect> {
    const { subscription_id: id } = parseTexts(fields, {
      email: { minLength: 1, maxLength: 100 },
      subscription_id: { minLength: 1, maxLength: 50 },
    })
    const plan = planOf(parseId(fields, 'plan_id'))
    if (!plan) throw new WpRefusalError(NO_PLAN)
    const [found] = await db
      .select()
      .from(paypalSubscriptions)
      .where(and(eq(paypalSubscriptions.id, id), eq(paypalSubscriptions.member, account.id)))
    if (!found) throw new WpRefusalError(NO_SUBSCRIPTION)
    if (found.plan !== plan.id) return createRefusalEffect(NOT_POSSIBLE)
    const activated = (subscription: number) => ({
      success: true,
      message: 'Subscription activated successfully.',
      subscription_id: String(subscription),
      status: 'active',
    })
    switch (found.status) {
      case 'APPROVAL_PENDING':
        return createRefusalEffect(NOT_APPROVED)
      case 'CANCELLED':
        return createRefusalEffect(NOT_POSSIBLE)
      case 'ACTIVE': {
        // Already captured, so the response repeats and no money is charged.
        const [before] = await db.select().from(subscriptions).where(eq(subscriptions.providerId, id))
        return before ? createSuccessEffect(activated(before.id), []) : createRefusalEffect(NOT_POSSIBLE)
      }
      case 'APPROVED': {
        const subscription = await createSubscription(db, {
          account,
          plan,
          provider: 'paypal',
          providerId: id,
          key,
          now,
          applicationOrigin,
        })
        return createSuccessEffect(activated(subscription.id), [
          db.update(paypalSubscriptions).set({ status: 'ACTIVE' }).where(eq(paypalSubscriptions.id, id)),
          ...subscription.statements,
        ])
      }
    }
  }

  calls.post('/capture-paypal-subscription', requireOwnAccount(host), (context) => runIdempotently(context, capture))

  return calls
}
