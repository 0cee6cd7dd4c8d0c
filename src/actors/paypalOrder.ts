import { fromPromise } from 'xstate'
import { type CreatedAnswer } from '../../machines/paypalPayment.ts'
import { type HostClient } from '../api/client.ts'
import { outcome, type Outcome } from '../api/outcome.ts'
import { readCreated } from '../api/paymentReaders.ts'

/** What the specification calls every product (§7). */
const description = 'Monthly Subscription Service'

/**
 * PayPal's product and subscription of a plan, as the host creates them. Make it anew for every visit to a page that
 * sells: what was captured on one visit must not be offered on the next, nor to the next person.
 * On one visit each is created once per plan: what stands is given again, what is on its way is waited for, and it is
 * not stopped when PayPal's window is closed or another way to pay is chosen, since whoever comes back needs it. What
 * did not succeed is asked for anew.
 */
export const paypalOrderActors = ({ host }: { host: HostClient }) => {
  const products = new Map<number, Promise<CreatedAnswer>>()
  const subscriptions = new Map<string, Promise<CreatedAnswer>>()

  function once<K>(made: Map<K, Promise<CreatedAnswer>>, key: K, create: () => Promise<Outcome<{ id: string }>>) {
    const known = made.get(key)
    if (known) return known
    const creating = create().then(
      (told): CreatedAnswer => {
        if (told.kind === 'granted') return { kind: 'granted', id: told.data.id }
        made.delete(key)
        return { kind: 'refused', message: told.refusal.message }
      },
      (lost: unknown) => {
        made.delete(key)
        throw lost
      },
    )
    made.set(key, creating)
    return creating
  }

  return {
    createProduct: fromPromise<CreatedAnswer, { planId: number; title: string }>(({ input: { planId, title } }) =>
      once(products, planId, () =>
        outcome(
          host.POST('/wp-json/payment/v1/create-paypal-product', { body: { membershipName: title, description } }),
          readCreated,
        ),
      ),
    ),
    createSubscription: fromPromise<CreatedAnswer, { planId: number; productId: string }>(
      ({ input: { planId, productId } }) =>
        once(subscriptions, `${planId} ${productId}`, () =>
          outcome(
            host.POST('/wp-json/payment/v1/create-subscription-paypal', {
              body: { plan_id: planId, product_id: productId },
            }),
            readCreated,
          ),
        ),
    ),
  }
}
