import { Hono } from 'hono'
import { signedIn } from '../admission.ts'
import { idIn, ruledTexts } from '../body.ts'
import { enrol } from '../enrolment.ts'
import { Refused, type CallerEnv, type Host } from '../host.ts'
import { done, refusedForGood, type Effect, type Once, type RunOnce } from '../idempotency.ts'
import { planOf } from '../seed/plans.ts'
import { openIntent } from '../stripe/intents.ts'
import { attach, behaviourOf, declineRefusal, findMethod, noMethod } from '../stripe/methods.ts'
import { drawn } from '../tokens.ts'
import { type WpRefusal } from '../wordpress.ts'

export const NO_PLAN: WpRefusal = { code: 'plan_not_found', message: 'There is no such plan.', status: 404 }

/** Paying for a plan by card, a new one or a saved one. */
export function cardPaymentCalls(host: Host, once: RunOnce): Hono<CallerEnv> {
  const { db } = host.records
  const calls = new Hono<CallerEnv>()

  async function pay({ account, fields, key, now }: Once, holder: string, savedOnly: boolean): Promise<Effect> {
    const { payment_method_id: methodId } = ruledTexts(fields, { payment_method_id: { least: 1, most: 255 } })
    const plan = planOf(idIn(fields, 'plan_id'))
    if (!plan) throw new Refused(NO_PLAN)
    const method = await findMethod(db, account.id, methodId, now)
    if (!method || (savedOnly && !method.saved)) throw new Refused(noMethod(methodId))

    const { refused, chargeRefused, authenticates } = behaviourOf(method)
    if (refused) return refusedForGood(declineRefusal(refused))
    // A trial charges nothing now, so a card that only fails to pay gets through.
    if (chargeRefused && plan.trialDays === 0) {
      const saved = await attach(db, account.id, method, holder, now)
      return { ...refusedForGood(declineRefusal(chargeRefused)), statements: saved }
    }
    if (authenticates === 'always' || (authenticates === 'untilSaved' && !method.saved)) {
      // No subscription stands in the records before the bank agreed: a pending one would count as a membership.
      const payment = { member: account.id, plan: plan.id, method: methodId, key }
      const intent = openIntent(host.records, payment, now)
      return done(
        {
          success: true,
          message: 'Your bank wants you to confirm this payment.',
          status: 'requires_action',
          client_secret: intent.clientSecret,
        },
        intent.statements,
      )
    }
    const begun = await enrol(db, {
      member: account.id,
      plan,
      provider: 'stripe',
      providerId: `sub_1S${drawn(22)}`,
      card: method,
      key,
      now,
    })
    return done(
      {
        success: true,
        message: 'Subscription created successfully.',
        subscription_id: String(begun.id),
        status: 'active',
      },
      [...(await attach(db, account.id, method, holder, now)), ...begun.statements],
    )
  }

  calls.post('/create-subscription', signedIn(host), (context) =>
    once(context, (running) => {
      const { name } = ruledTexts(running.fields, {
        email: { least: 1, most: 100 },
        name: { least: 1, most: 200 },
      })
      return pay(running, name.trim(), false)
    }),
  )

  calls.post('/pay-from-save-card', signedIn(host), (context) =>
    once(context, (running) => {
      idIn(running.fields, 'user_id')
      return pay(running, running.account.displayName, true)
    }),
  )

  return calls
}
