import { type QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { type CancelResult, type PayResult } from '../../machines/payment.ts'
import {
  type SubscriptionToCancel,
  type PaymentMethod,
  type PayingMember,
  type RecordResult,
} from '../../machines/payment.types.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { declinedStatus, toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parsePayment, type Payment } from '../api/paymentParsers.ts'
import { parseSuccess, parseMember } from '../api/memberParsers.ts'
import { type Gateways } from '../billing/subscriptionToCancel.ts'
import { memberQuery } from '../queries/memberQuery.ts'
import { memberRecordOf } from '../billing/currentPlan.ts'

type Dependencies = { api: ApiClient; queryClient: QueryClient; gateways: Gateways }

/** Maps the result of a payment to the output that the payment machine expects. */
function toPayResult(result: ApiResult<Payment>): PayResult {
  if (result.kind === 'refused') {
    const { message, status } = result.refusal
    return { kind: 'refused', message, isAboutCard: status === declinedStatus }
  }
  const { status, clientSecret } = result.data
  if (status === 'active') return { kind: 'paid' }
  return status === 'requiresAction' && clientSecret !== undefined
    ? { kind: 'requiresAction', clientSecret }
    : { kind: 'pending' }
}

/** The idempotency key is a UUID: requests with the same key and body have one effect. */
const idempotencyParams = (key: string) => ({ header: { 'Idempotency-Key': key } })

/**
 * The actors that move money or end a subscription, and the read that checks their outcome. Each request is sent once,
 * without retries. Without a usable response the actor rejects with `HostUnreachable`, which has the server's text.
 */
export const createPaymentActors = ({ api, queryClient, gateways }: Dependencies) => ({
  cancelSubscription: fromPromise<
    CancelResult,
    { subscriptionToCancel: SubscriptionToCancel | undefined; key: string }
  >(async ({ input: { subscriptionToCancel, key }, signal }) => {
    if (!subscriptionToCancel) return { kind: 'canceled' }
    const { id: sub_id, providerId, gateway } = subscriptionToCancel
    const result = await toApiResult(
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
    // A subscription that is not active has already ended.
    if (result.kind === 'granted' || result.refusal.code === 'subscription_not_active') return { kind: 'canceled' }
    return { kind: 'refused', message: result.refusal.message }
  }),

  pay: fromPromise<PayResult, { planId: number; paymentMethod: PaymentMethod; key: string; member: PayingMember }>(
    async ({ input: { planId: plan_id, paymentMethod, key, member }, signal }) => {
      const params = idempotencyParams(key)
      switch (paymentMethod.kind) {
        case 'newCard':
          return toPayResult(
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
          return toPayResult(
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
          return toPayResult(
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

  /** Reads the current member record and updates the query cache, so that every page shows it. */
  readRecord: fromPromise<RecordResult, { member: PayingMember }>(async ({ input: { member }, signal }) => {
    const result = await toApiResult(
      api.GET('/wp-json/mp/v1/members/{id}', { params: { path: { id: member.id } }, signal }),
      parseMember,
    )
    if (result.kind === 'refused') return { kind: 'refused', message: result.refusal.message }
    queryClient.setQueryData(memberQuery({ api }, member.id).queryKey, result.data)
    return { kind: 'granted', record: memberRecordOf(result.data, gateways) }
  }),
})
