import type { ActorRefFrom } from 'xstate'
// As a whole a type: `import { type … }` would bring the machine itself into the first page.
import type { checkoutMachine } from '../../machines/checkout.ts'

export type Checkout = ActorRefFrom<typeof checkoutMachine>

/** Where the one checkout of this page stands. It outlives the screen that began it for as long as money may move. */
export type Till = ReturnType<typeof openTill>

const isPaying = (checkout: Checkout | undefined): boolean => checkout?.getSnapshot().matches('changing') ?? false

/**
 * Opens the till of this page. It starts what the screens make: an actor that is started by a render would be started
 * twice under StrictMode, and stopped in the middle of a payment by a look at another screen.
 */
export function openTill() {
  let now: Checkout | undefined
  const readers = new Set<() => void>()
  const put = (next: Checkout | undefined) => {
    now = next
    for (const read of readers) read()
  }

  return {
    get: () => now,
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },

    /**
     * Begins a checkout, unless a payment of before is still under way: then that one is shown to its end first.
     * What is returned leaves the till: it ends whatever is not paying.
     */
    begin(make: () => Checkout): () => void {
      if (!isPaying(now)) {
        now?.stop()
        const next = make()
        next.start()
        put(next)
      }
      return () => {
        if (isPaying(now)) return
        now?.stop()
        put(undefined)
      }
    },

    /** Ends everything, whatever it is at: whoever paid has left. */
    close() {
      if (!now) return
      now.stop()
      put(undefined)
    },
  }
}
