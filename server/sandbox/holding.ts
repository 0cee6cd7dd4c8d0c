/** Calls with a key that a fault holds up while they are under way, by their request. */
const held = new WeakMap<Request, number>()

/** Has the call that this request makes take so long, once its key is taken. */
export function hold(request: Request, ms: number): void {
  held.set(request, ms)
}

/** How long the call is held up, in ms. */
export const heldFor = (request: Request): number => held.get(request) ?? 0
