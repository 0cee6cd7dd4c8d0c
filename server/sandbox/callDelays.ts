/** Delays that a fault adds to calls with an idempotency key, by request. */
const delays = new WeakMap<Request, () => Promise<void>>()

/** Delays the call of this request after it has claimed its idempotency key. */
export function delayCall(request: Request, wait: () => Promise<void>): void {
  delays.set(request, wait)
}

/** Resolves when the delay of this request is over, at once without one. */
export const waitForDelay = async (request: Request): Promise<void> => delays.get(request)?.()
