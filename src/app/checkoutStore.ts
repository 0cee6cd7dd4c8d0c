import type { ActorRefFrom } from 'xstate'
// As a whole a type: `import { type … }` would bring the machine itself into the first page.
import type { checkoutMachine } from '../../machines/checkout.ts'

export type CheckoutActor = ActorRefFrom<typeof checkoutMachine>

/** Where the one checkout of this page stands. It outlives the screen that began it for as long as money may move. */
export type CheckoutStore = ReturnType<typeof createCheckoutStore>

const isPaying = (checkout: CheckoutActor | undefined): boolean => checkout?.getSnapshot().matches('changing') ?? false

/**
 * Opens the till of this page. It starts what the screens make: an actor that is started by a render would be started
 * twice under StrictMode, and stopped in the middle of a payment by a look at another screen.
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
     * Begins a checkout, unless a payment of before is still under way: then that one is shown to its end first.
     * What is returned leaves the till: it ends whatever is not paying.
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

    /** Ends everything, whatever it is at: whoever paid has left. */
    stop() {
      if (!current) return
      current.stop()
      set(undefined)
    },
  }
}
