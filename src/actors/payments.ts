import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type CancelAnswer, type PayAnswer } from '../../machines/payment.ts'
import {
  type SubscriptionToCancel,
  type PaymentMethod,
  type PayingMember,
  type RecordAnswer,
} from '../../machines/payment.types.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parsePayment, type Payment } from '../api/paymentParsers.ts'
import { parseSuccess, parseMember } from '../api/memberParsers.ts'
import { type Gateways } from '../billing/subscriptionToCancel.ts'
import { memberQuery } from '../queries/memberQuery.ts'
import { memberRecordOf } from '../billing/currentPlan.ts'

type Dependencies = { api: ApiClient; queryClient: QueryClient; gateways: Gateways }

/** One answer of the host to a call that pays, as the payment wants to hear it. */
function toPayAnswer(result: ApiResult<Payment>): PayAnswer {
  if (result.kind === 'refused') return { kind: 'refused', message: result.refusal.message }
  const { status, clientSecret } = result.data
  if (status === 'active') return { kind: 'paid' }
  return status === 'requiresAction' && clientSecret !== undefined
    ? { kind: 'requiresAction', clientSecret }
    : { kind: 'pending' }
}

/** A UUID for one call of one attempt: the same key and payload have one effect. */
const idempotencyParams = (key: string) => ({ header: { 'Idempotency-Key': key } })

/**
 * The calls that move money or end a subscription, and the reading of what became of them. Each is sent once and by
 * nobody but the machine that asks for it; no answer is thrown as `HostUnreachable`, which keeps the server's words.
 */
export const createPaymentActors = ({ api, queryClient, gateways }: Dependencies) => ({
  cancelSubscription: fromPromise<
    CancelAnswer,
    { subscriptionToCancel: SubscriptionToCancel | undefined; key: string }
  >(async ({ input: { subscriptionToCancel, key }, signal }) => {
    if (!subscriptionToCancel) return { kind: 'ended' }
    const { id: sub_id, providerId, gateway } = subscriptionToCancel
    const told = await toApiResult(
      gateway === 'card'
        ? api.POST('/wp-json/payment/v1/cancel-subscription', {
            params: idempotencyParams(key),
            body: { sub_id, stripe_sub_id: providerId },
            signal,
          })
        : api.POST('/wp-json/payment/v1/cancel-paypal-subscription', {
            params: idempotencyParams(key),
            body: { subscription_id: providerId, sub_id },
            signal,
          }),
      parseSuccess,
    )
    // What is not active any more had ended already.
    if (told.kind === 'granted' || told.refusal.code === 'subscription_not_active') return { kind: 'ended' }
    return { kind: 'refused', message: told.refusal.message }
  }),

  pay: fromPromise<PayAnswer, { planId: number; paymentMethod: PaymentMethod; key: string; member: PayingMember }>(
    async ({ input: { planId: plan_id, paymentMethod, key, member }, signal }) => {
      const params = idempotencyParams(key)
      switch (paymentMethod.kind) {
        case 'newCard':
          return toPayAnswer(
            await toApiResult(
              api.POST('/wp-json/payment/v1/create-subscription', {
                params,
                body: {
                  email: member.email,
                  name: member.name,
                  plan_id,
                  payment_method_id: paymentMethod.paymentMethodId,
                },
                signal,
              }),
              parsePayment,
            ),
          )
        case 'savedCard':
          return toPayAnswer(
            await toApiResult(
              api.POST('/wp-json/payment/v1/pay-from-save-card', {
                params,
                body: { user_id: member.id, payment_method_id: paymentMethod.paymentMethodId, plan_id },
                signal,
              }),
              parsePayment,
            ),
          )
        case 'paypal':
          return toPayAnswer(
            await toApiResult(
              api.POST('/wp-json/payment/v1/capture-paypal-subscription', {
                params,
                body: { email: member.email, plan_id, subscription_id: paymentMethod.subscriptionId },
                signal,
              }),
              parsePayment,
            ),
          )
      }
    },
  ),

  /** The member record as the host has it now; every page that shows it sees it too. */
  readRecord: fromPromise<RecordAnswer, { member: PayingMember }>(async ({ input: { member }, signal }) => {
    const told = await toApiResult(
      api.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id: member.id } }, signal }),
      parseMember,
    )
    if (told.kind === 'refused') return { kind: 'refused', message: told.refusal.message }
    queryClient.setQueryData(memberQuery({ api }, member.id).queryKey, told.data)
    return { kind: 'granted', record: memberRecordOf(told.data, gateways) }
  }),
})
