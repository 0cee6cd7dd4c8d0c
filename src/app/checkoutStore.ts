import type { ActorRefFrom } from 'xstate'
// A type-only import statement: `import { type … }` would load the machine with the first page.
import type { checkoutMachine } from '../../machines/checkout.ts'

export type CheckoutActor = ActorRefFrom<typeof checkoutMachine>

/** The checkout of this page. It outlives the screen that started it while a payment is in flight. */
export type CheckoutStore = ReturnType<typeof createCheckoutStore>

const isPaying = (checkout: CheckoutActor | undefined): boolean => checkout?.getSnapshot().matches('changing') ?? false

/**
 * Creates the checkout store. The store starts the actor of a screen: an actor that a render starts would start twice in
 * StrictMode and stop during a payment when the screen unmounts.
 */
export function createCheckoutStore() {
  let current: CheckoutActor | undefined
  const listeners = new Set<() => void>()
  const set = (next: CheckoutActor | undefined) => {
    current = next
    for (const listener of listeners) listener()
  }

  return {
    get: () => current,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /**
     * Starts a checkout, unless a payment is in flight: then that checkout stays current.
     * Returns a function that stops the checkout unless a payment is in flight.
     */
    start(createCheckout: () => CheckoutActor): () => void {
      if (!isPaying(current)) {
        current?.stop()
        const next = createCheckout()
        next.start()
        set(next)
      }
      return () => {
        if (isPaying(current)) return
        current?.stop()
        set(undefined)
      }
    },

    /** Stops the checkout on sign-out, even during a payment. */
    stop() {
      if (!current) return
      current.stop()
      set(undefined)
    },
  }
}
