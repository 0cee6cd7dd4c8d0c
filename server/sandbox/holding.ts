/** Calls with a key that a fault holds up while they are under way, by their request. */
const held = new WeakMap<Request, () => Promise<void>>()

/** Has the call that this request makes wait for this, once its key is taken. */
export function hold(request: Request, wait: () => Promise<void>): void {
  held.set(request, wait)
}

/** Waits as long as the call is held up. */
export const whileHeld = async (request: Request): Promise<void> => held.get(request)?.()
