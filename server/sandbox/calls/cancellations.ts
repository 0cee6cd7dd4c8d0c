import { and, eq, inArray, max } from 'drizzle-orm'
import { Hono } from 'hono'
import { requireOwnAccount } from '../authentication.ts'
import { parseId, parseTexts } from '../body.ts'
import { createCanceledMessage } from '../emails.ts'
import { WpRefusalError, type CallerEnv, type Host } from '../host.ts'
import {
  createSuccessEffect,
  createRefusalEffect,
  type Effect,
  type IdempotentCall,
  type IdempotentRunner,
} from '../idempotency.ts'
import { CARD_GATEWAY, PAYPAL_GATEWAY } from '../seed/keys.ts'
import { planOf } from '../seed/plans.ts'
import { ledger, mail, paypalSubscriptions, subscriptions, transactions } from '../tables.ts'
import { FORBIDDEN, type WpRefusal } from '../wordpress.ts'

/** MemberPress returns its exception with the stack trace. */
const NOT_ACTIVE: WpRefusal = {
  code: 'subscription_not_active',
  message:
    'This subscription is not active.\n\n' +
    '#0 wp-content/plugins/memberpress/app/gateways/MeprStripeGateway.php(1187): ' +
    'MeprStripeGateway->process_cancel_subscription(Object(MeprSubscription))\n' +
    '#1 wp-includes/rest-api/class-wp-rest-server.php(1230): WP_REST_Server->respond_to_request()\n#2 {main}',
  status: 422,
}

/** PayPal's message for SUBSCRIPTION_STATUS_INVALID. */
const NOT_ACTIVE_AT_PAYPAL: WpRefusal = {
  code: 'subscription_not_active',
  message: 'Invalid subscription status for cancel action; subscription status should be active or suspended.',
  status: 422,
}

const notFound = (id: string): WpRefusal => ({
  code: 'subscription_not_found',
  message: `No such subscription: '${id}'`,
  status: 404,
})

export function createCancellationCalls(host: Host, runIdempotently: IdempotentRunner): Hono<CallerEnv> {
  const { db } = host.records
  const calls = new Hono<CallerEnv>()

  async function cancelSubscription(
    { account, fields, key, now, applicationOrigin }: IdempotentCall,
    provider: 'stripe' | 'paypal',
    providerId: string,
  ): Promise<Effect> {
    const id = parseId(fields, 'sub_id')
    const gateway = provider === 'stripe' ? CARD_GATEWAY : PAYPAL_GATEWAY
    const [found] = await db.select().from(subscriptions).where(eq(subscriptions.id, id))
    if (found && found.member !== account.id) throw new WpRefusalError(FORBIDDEN)
    if (!found || found.gateway !== gateway || found.providerId !== providerId) {
      throw new WpRefusalError(notFound(providerId))
    }
    if (found.status !== 'active' && found.status !== 'suspended') {
      return createRefusalEffect(provider === 'stripe' ? NOT_ACTIVE : NOT_ACTIVE_AT_PAYPAL)
    }
    const [paid] = await db
      .select({ until: max(transactions.expiresAt) })
      .from(transactions)
      .where(and(eq(transactions.subscription, id), inArray(transactions.status, ['complete', 'confirmed'])))
    return createSuccessEffect({ success: true, message: 'The subscription was successfully cancelled.' }, [
      db
        .update(subscriptions)
        .set({ status: 'cancelled' })
        .where(and(eq(subscriptions.id, id), eq(subscriptions.member, account.id))),
      db.update(paypalSubscriptions).set({ status: 'CANCELLED' }).where(eq(paypalSubscriptions.id, providerId)),
      db.insert(ledger).values({
        at: now.toISOString(),
        kind: 'cancel',
        provider,
        member: account.id,
        plan: found.plan,
        cents: null,
        subscriptionId: String(id),
        idempotencyKey: key,
      }),
      db.insert(mail).values(
        createCanceledMessage(account, {
          plan: planOf(found.plan)?.title ?? 'Your plan',
          at: now,
          paidUntil: paid?.until && paid.until > now.toISOString() ? new Date(paid.until) : undefined,
          applicationOrigin,
        }),
      ),
    ])
  }

  calls.post('/cancel-subscription', requireOwnAccount(host), (context) =>
    runIdempotently(context, (call) => {
      const { stripe_sub_id: providerId } = parseTexts(call.fields, { stripe_sub_id: { maxLength: 255 } })
      return cancelSubscription(call, 'stripe', providerId)
    }),
  )

  calls.post('/cancel-paypal-subscription', requireOwnAccount(host), (context) =>
    runIdempotently(context, (call) => {
      const { subscription_id: providerId } = parseTexts(call.fields, { subscription_id: { maxLength: 255 } })
      return cancelSubscription(call, 'paypal', providerId)
    }),
  )

  return calls
}
