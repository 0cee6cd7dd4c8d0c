import { fromPromise } from 'xstate'
import { type CreatedResult } from '../../machines/paypalPayment.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseCreatedId } from '../api/paymentParsers.ts'

/** The specified description of every product (§7). */
const description = 'Monthly Subscription Service'

/**
 * Creates PayPal's product and subscription of a plan on the host. Create these actors once per visit to a checkout
 * page: a captured subscription must not be offered again on the next visit or to another user.
 *
 * Within a visit, each is created once per plan, and a failed request is sent again. Stopping an actor does not cancel
 * the request, because a user who closes PayPal's window or selects another payment method may return.
 */
export const createPaypalOrderActors = ({ api }: { api: ApiClient }) => {
  const products = new Map<number, Promise<CreatedResult>>()
  const subscriptions = new Map<string, Promise<CreatedResult>>()

  function once<K>(cache: Map<K, Promise<CreatedResult>>, key: K, create: () => Promise<ApiResult<{ id: string }>>) {
    const cached = cache.get(key)
    if (cached) return cached
    const creating = create().then(
      (result): CreatedResult => {
        if (result.kind === 'granted') return { kind: 'granted', id: result.data.id }
        cache.delete(key)
        return { kind: 'refused', message: result.refusal.message }
      },
      (error: unknown) => {
        cache.delete(key)
        throw error
      },
    )
    cache.set(key, creating)
    return creating
  }

  return {
    createProduct: fromPromise<CreatedResult, { planId: number; title: string }>(({ input: { planId, title } }) =>
      once(products, planId, () =>
        toApiResult(
          api.POST('/wp-json/payment/v1/create-paypal-product', { body: { membershipName: title, description } }),
          parseCreatedId,
        ),
      ),
    ),
    createSubscription: fromPromise<CreatedResult, { planId: number; productId: string }>(
      ({ input: { planId, productId } }) =>
        once(subscriptions, `${planId} ${productId}`, () =>
          toApiResult(
            api.POST('/wp-json/payment/v1/create-subscription-paypal', {
              body: { plan_id: planId, product_id: productId },
            }),
            parseCreatedId,
          ),
        ),
    ),
  }
}
