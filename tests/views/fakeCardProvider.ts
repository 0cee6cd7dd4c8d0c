/** A card provider without frames. */
import { vi } from 'vitest'

type Settings = {
  /** A test card of the sandbox. */
  card: string
  /** Whether the card field is complete as soon as it is mounted. Otherwise it is partly filled in. */
  isComplete: boolean
  /** Whether nothing is typed into the card field. */
  isEmpty: boolean
  /** The provider's own refusal. */
  refusal: { type: string; message: string } | undefined
}

const defaults: Settings = { card: 'pm_card_visa', isComplete: true, isEmpty: false, refusal: undefined }

// The provider's package loads one client per page and keeps it.
let settings = defaults
let billing: unknown[] = []

function createCardElement() {
  const events: Record<string, unknown> = {
    change: { empty: settings.isEmpty, complete: settings.isComplete, brand: 'visa' },
    ready: undefined,
  }
  const none = () => undefined
  return {
    on(name: string, handler: (event: unknown) => void) {
      if (name in events) queueMicrotask(() => handler(events[name]))
    },
    ...{ mount: none, once: none, off: none, update: none, focus: none, destroy: none },
  }
}

function createElements() {
  let field: ReturnType<typeof createCardElement> | null = null
  return { create: () => (field = createCardElement()), getElement: () => field, update: () => undefined }
}

const client = {
  elements: createElements,
  createToken: () => undefined,
  confirmCardPayment: () => undefined,
  createPaymentMethod(options: { billing_details: unknown }) {
    billing.push(options.billing_details)
    const { card, refusal } = settings
    return Promise.resolve(refusal ? { error: refusal } : { paymentMethod: { id: card } })
  },
}

/** Installs the provider, so that its script isn't loaded. `billing` are the details that it receives. */
export function installCardProvider(changes: Partial<Settings> = {}) {
  settings = { ...defaults, ...changes }
  billing = []
  vi.stubGlobal('Stripe', () => client)
  return { billing }
}
