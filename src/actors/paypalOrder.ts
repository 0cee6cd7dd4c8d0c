import { fromPromise } from 'xstate'
import { type CreatedAnswer } from '../../machines/paypalPayment.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult, type ApiResult } from '../api/apiResult.ts'
import { parseCreatedId } from '../api/paymentParsers.ts'

/** What the specification calls every product (§7). */
const description = 'Monthly Subscription Service'

/**
 * PayPal's product and subscription of a plan, as the host creates them. Make it anew for every visit to a page that
 * sells: what was captured on one visit must not be offered on the next, nor to the next person.
 * On one visit each is created once per plan: what stands is given again, what is on its way is waited for, and it is
 * not stopped when PayPal's window is closed or another way to pay is chosen, since whoever comes back needs it. What
 * did not succeed is asked for anew.
 */
export const createPaypalOrderActors = ({ api }: { api: ApiClient }) => {
  const products = new Map<number, Promise<CreatedAnswer>>()
  const subscriptions = new Map<string, Promise<CreatedAnswer>>()

  function once<K>(cache: Map<K, Promise<CreatedAnswer>>, key: K, create: () => Promise<ApiResult<{ id: string }>>) {
    const cached = cache.get(key)
    if (cached) return cached
    const creating = create().then(
      (result): CreatedAnswer => {
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
    createProduct: fromPromise<CreatedAnswer, { planId: number; title: string }>(({ input: { planId, title } }) =>
      once(products, planId, () =>
        toApiResult(
          api.POST('/wp-json/payment/v1/create-paypal-product', { body: { membershipName: title, description } }),
          parseCreatedId,
        ),
      ),
    ),
    createSubscription: fromPromise<CreatedAnswer, { planId: number; productId: string }>(
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
