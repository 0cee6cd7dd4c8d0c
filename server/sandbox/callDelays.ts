/** Calls with a key that a fault holds up while they are under way, by their request. */
const delays = new WeakMap<Request, () => Promise<void>>()

/** Has the call that this request makes wait for this, once its key is taken. */
export function delayCall(request: Request, wait: () => Promise<void>): void {
  delays.set(request, wait)
}

/** Waits as long as the call is held up. */
export const waitForDelay = async (request: Request): Promise<void> => delays.get(request)?.()
