import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { signedIn } from '../admission.ts'
import { idIn, ruledTexts } from '../body.ts'
import { Refused, type CallerEnv, type Host } from '../host.ts'
import { done, refusedForGood, type Effect, type Once, type RunOnce } from '../idempotency.ts'
import { CARD_GATEWAY, PAYPAL_GATEWAY } from '../seed/keys.ts'
import { ledger, paypalSubscriptions, subscriptions } from '../tables.ts'
import { FORBIDDEN, type WpRefusal } from '../wordpress.ts'

/** MemberPress hands out its exception as it is, stack trace and all. */
const NOT_ACTIVE: WpRefusal = {
  code: 'subscription_not_active',
  message:
    'This subscription is not active.\n\n' +
    '#0 wp-content/plugins/memberpress/app/gateways/MeprStripeGateway.php(1187): ' +
    'MeprStripeGateway->process_cancel_subscription(Object(MeprSubscription))\n' +
    '#1 wp-includes/rest-api/class-wp-rest-server.php(1230): WP_REST_Server->respond_to_request()\n#2 {main}',
  status: 422,
}

/** PayPal's own words for SUBSCRIPTION_STATUS_INVALID. */
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

/** Ending a subscription at the gateway that it runs at. */
export function cancellationCalls(host: Host, once: RunOnce): Hono<CallerEnv> {
  const { db } = host.records
  const calls = new Hono<CallerEnv>()

  async function end(
    { account, fields, key, now }: Once,
    provider: 'stripe' | 'paypal',
    providerId: string,
  ): Promise<Effect> {
    const id = idIn(fields, 'sub_id')
    const gateway = provider === 'stripe' ? CARD_GATEWAY : PAYPAL_GATEWAY
    const [found] = await db.select().from(subscriptions).where(eq(subscriptions.id, id))
    if (found && found.member !== account.id) throw new Refused(FORBIDDEN)
    if (!found || found.gateway !== gateway || found.providerId !== providerId) {
      throw new Refused(notFound(providerId))
    }
    if (found.status !== 'active' && found.status !== 'suspended') {
      return refusedForGood(provider === 'stripe' ? NOT_ACTIVE : NOT_ACTIVE_AT_PAYPAL)
    }
    return done({ success: true, message: 'The subscription was successfully cancelled.' }, [
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
    ])
  }

  calls.post('/cancel-subscription', signedIn(host), (context) =>
    once(context, (running) => {
      const { stripe_sub_id: providerId } = ruledTexts(running.fields, { stripe_sub_id: { most: 255 } })
      return end(running, 'stripe', providerId)
    }),
  )

  calls.post('/cancel-paypal-subscription', signedIn(host), (context) =>
    once(context, (running) => {
      const { subscription_id: providerId } = ruledTexts(running.fields, { subscription_id: { most: 255 } })
      return end(running, 'paypal', providerId)
    }),
  )

  return calls
}
