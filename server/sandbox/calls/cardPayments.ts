import { Hono } from 'hono'
import { requireOwnAccount } from '../authentication.ts'
import { parseId, parseTexts } from '../body.ts'
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
import { createPaymentIntent } from '../stripe/paymentIntents.ts'
import {
  attachPaymentMethod,
  declineRefusal,
  findPaymentMethod,
  paymentMethodNotFound,
} from '../stripe/paymentMethods.ts'
import { testCardOf } from '../stripe/testCards.ts'
import { randomAlphanumeric } from '../tokens.ts'
import { type WpRefusal } from '../wordpress.ts'

export const NO_PLAN: WpRefusal = { code: 'plan_not_found', message: 'There is no such plan.', status: 404 }

/** The calls that pay for a plan with a new or a saved card. */
export function createCardPaymentCalls(host: Host, runIdempotently: IdempotentRunner): Hono<CallerEnv> {
  const { db } = host.records
  const calls = new Hono<CallerEnv>()

  async function pay(
    { account, fields, key, now, applicationOrigin }: IdempotentCall,
    holder: string,
    savedOnly: boolean,
  ): Promise<Effect> {
    const { payment_method_id: methodId } = parseTexts(fields, { payment_method_id: { minLength: 1, maxLength: 255 } })
    const plan = planOf(parseId(fields, 'plan_id'))
    if (!plan) throw new WpRefusalError(NO_PLAN)
    const method = await findPaymentMethod(db, account.id, methodId, now)
    if (!method || (savedOnly && !method.isSaved)) throw new WpRefusalError(paymentMethodNotFound(methodId))

    const { attachDecline, chargeDecline, authentication } = testCardOf(method.testCard)
    if (attachDecline) return createRefusalEffect(declineRefusal(attachDecline))
    // A trial charges nothing now, so a card that only declines charges is accepted.
    if (chargeDecline && plan.trialDays === 0) {
      const saved = await attachPaymentMethod(db, account.id, method, holder, now)
      return { ...createRefusalEffect(declineRefusal(chargeDecline)), statements: saved }
    }
    if (authentication === 'always' || (authentication === 'untilSaved' && !method.isSaved)) {
      // The subscription is recorded after the authentication, because a pending one would count as a membership.
      const payment = { member: account.id, plan: plan.id, method: methodId, key, applicationOrigin }
      const intent = createPaymentIntent(host.records, payment, now)
      return createSuccessEffect(
        {
          success: true,
          message: 'Your bank requires you to confirm this payment.',
          status: 'requires_action',
          client_secret: intent.clientSecret,
        },
        intent.statements,
      )
    }
    const subscription = await createSubscription(db, {
      account,
      plan,
      provider: 'stripe',
      providerId: `sub_1S${randomAlphanumeric(22)}`,
      card: method,
      key,
      now,
      applicationOrigin,
    })
    return createSuccessEffect(
      {
        success: true,
        message: 'Subscription created successfully.',
        subscription_id: String(subscription.id),
        status: 'active',
      },
      [...(await attachPaymentMethod(db, account.id, method, holder, now)), ...subscription.statements],
    )
  }

  calls.post('/create-subscription', requireOwnAccount(host), (context) =>
    runIdempotently(context, (call) => {
      const { name } = parseTexts(call.fields, {
        email: { minLength: 1, maxLength: 100 },
        name: { minLength: 1, maxLength: 200 },
      })
      return pay(call, name.trim(), false)
    }),
  )

  calls.post('/pay-from-save-card', requireOwnAccount(host), (context) =>
    runIdempotently(context, (call) => {
      parseId(call.fields, 'user_id')
      return pay(call, call.account.displayName, true)
    }),
  )

  return calls
}
