import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type CancelAnswer, type PayAnswer } from '../../machines/payment.ts'
import { type Ending, type Means, type Payer, type RecordAnswer } from '../../machines/reconciliation.ts'
import { type HostClient } from '../api/client.ts'
import { outcome, type Outcome } from '../api/outcome.ts'
import { readPayment, type Payment } from '../api/paymentReaders.ts'
import { readDone, readMember } from '../api/readers.ts'
import { type Gateways } from '../billing/subscriptionToEnd.ts'
import { memberQuery, recordOf } from './membership.ts'

type World = { host: HostClient; queryClient: QueryClient; gateways: Gateways }

/** One answer of the host to a call that pays, as the payment wants to hear it. */
function payAnswer(told: Outcome<Payment>): PayAnswer {
  if (told.kind === 'refused') return { kind: 'refused', message: told.refusal.message }
  const { status, clientSecret } = told.data
  if (status === 'active') return { kind: 'paid' }
  return status === 'requiresAction' && clientSecret !== undefined
    ? { kind: 'requiresAction', clientSecret }
    : { kind: 'pending' }
}

/** A UUID for one call of one attempt: the same key and payload have one effect. */
const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } })

/**
 * The calls that move money or end a subscription, and the reading of what became of them. Each is sent once and by
 * nobody but the machine that asks for it; no answer is thrown as `HostUnreachable`, which keeps the server's words.
 */
export const paymentActors = ({ host, queryClient, gateways }: World) => ({
  cancelSubscription: fromPromise<CancelAnswer, { ending: Ending | undefined; key: string }>(
    async ({ input: { ending, key }, signal }) => {
      if (!ending) return { kind: 'ended' }
      const { id: sub_id, providerId, gateway } = ending
      const told = await outcome(
        gateway === 'card'
          ? host.POST('/wp-json/payment/v1/cancel-subscription', {
              params: keyed(key),
              body: { sub_id, stripe_sub_id: providerId },
              signal,
            })
          : host.POST('/wp-json/payment/v1/cancel-paypal-subscription', {
              params: keyed(key),
              body: { subscription_id: providerId, sub_id },
              signal,
            }),
        readDone,
      )
      // What is not active any more had ended already.
      if (told.kind === 'granted' || told.refusal.code === 'subscription_not_active') return { kind: 'ended' }
      return { kind: 'refused', message: told.refusal.message }
    },
  ),

  pay: fromPromise<PayAnswer, { planId: number; means: Means; key: string; payer: Payer }>(
    async ({ input: { planId: plan_id, means, key, payer }, signal }) => {
      const params = keyed(key)
      switch (means.kind) {
        case 'newCard':
          return payAnswer(
            await outcome(
              host.POST('/wp-json/payment/v1/create-subscription', {
                params,
                body: {
                  email: payer.email,
                  name: payer.name,
                  plan_id,
                  payment_method_id: means.paymentMethodId,
                },
                signal,
              }),
              readPayment,
            ),
          )
        case 'savedCard':
          return payAnswer(
            await outcome(
              host.POST('/wp-json/payment/v1/pay-from-save-card', {
                params,
                body: { user_id: payer.id, payment_method_id: means.paymentMethodId, plan_id },
                signal,
              }),
              readPayment,
            ),
          )
        case 'paypal':
          return payAnswer(
            await outcome(
              host.POST('/wp-json/payment/v1/capture-paypal-subscription', {
                params,
                body: { email: payer.email, plan_id, subscription_id: means.subscriptionId },
                signal,
              }),
              readPayment,
            ),
          )
      }
    },
  ),

  /** The member record as the host has it now; every page that shows it sees it too. */
  readRecord: fromPromise<RecordAnswer, { payer: Payer }>(async ({ input: { payer }, signal }) => {
    const told = await outcome(
      host.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id: payer.id } }, signal }),
      readMember,
    )
    if (told.kind === 'refused') return { kind: 'refused', message: told.refusal.message }
    queryClient.setQueryData(memberQuery({ host }, payer.id).queryKey, told.data)
    return { kind: 'granted', record: recordOf(told.data, gateways) }
  }),
})
