// The main entry fetches the provider's script as it is imported: only its types are.
import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { fromPromise } from 'xstate'
import { type CardForm, type PaymentMethodAnswer } from '../../machines/cardPayment.ts'
import { type ConfirmAnswer } from '../../machines/payment.ts'
import { type Configuration } from '../app/configuration.ts'
import { plainText } from '../api/plainText.ts'

/** Whose card it is, beside what the form asks for. */
export type CardHolder = { email: string; phone: string }

/** How long the provider's script may take, in ms. */
const timeoutMs = 15_000

/** Fetches a script once more every time: a failed one leaves nothing behind. */
function fetchScript(page: Document, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = page.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('The card provider’s script did not load'))
    }
    const timer = setTimeout(fail, timeoutMs)
    script.addEventListener('load', () => {
      clearTimeout(timer)
      resolve()
    })
    script.addEventListener('error', () => {
      clearTimeout(timer)
      fail()
    })
    script.src = address
    page.head.append(script)
  })
}

/** The connection to the provider was lost, so nobody can tell what the bank said. */
const isConnectionError = ({ type }: StripeError): boolean => type === 'api_connection_error' || type === 'api_error'

/**
 * The card provider. Its script is fetched by the first `loadProvider` and not before. Card numbers are typed into a
 * field of its own origin; what comes here is the id of a payment method.
 */
export function createCardProvider(page: Document, { keys, scripts }: Pick<Configuration, 'keys' | 'scripts'>) {
  let stripe: Stripe | undefined
  let field: StripeCardElement | undefined
  const listeners = new Set<() => void>()

  async function load(): Promise<Stripe> {
    if (stripe) return stripe
    if (scripts.stripe !== '' && !page.defaultView?.Stripe) await fetchScript(page, scripts.stripe)
    const loaded = await loadStripe(keys.stripe)
    if (!loaded) throw new Error('The card provider’s script did not come')
    stripe = loaded
    for (const listener of listeners) listener()
    return loaded
  }

  return {
    /** The provider's client once it is loaded, for the view that shows its field. */
    client: {
      get: () => stripe,
      subscribe: (read: () => void) => {
        listeners.add(read)
        return () => void listeners.delete(read)
      },
    },
    /** The view hands its field over while it stands in the page. */
    setField: (next: StripeCardElement | undefined) => {
      field = next
    },
    focusField: () => field?.focus(),

    loadProvider: fromPromise<undefined>(async () => {
      await load()
      return undefined
    }),

    /** Makes a payment method of the card in the field. Nothing is charged by it. */
    createPaymentMethod: (holder: () => Promise<CardHolder>) =>
      fromPromise<PaymentMethodAnswer, { form: CardForm }>(async ({ input: { form } }) => {
        const [client, { email, phone }] = await Promise.all([load(), holder()])
        if (!field) throw new Error('There is no card field')
        // The provider takes no empty word for a country; what was not filled in is left out.
        const filled = (fields: Record<string, string>) =>
          Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
        const { paymentMethod, error } = await client.createPaymentMethod({
          type: 'card',
          card: field,
          billing_details: {
            name: form.cardholderName,
            ...filled({ email, phone }),
            address: filled({
              line1: form.billingAddress,
              country: form.country,
              state: form.state,
              city: form.city,
            }),
          },
        })
        return error
          ? { kind: 'refused', message: plainText(error.message) }
          : { kind: 'granted', paymentMethodId: paymentMethod.id }
      }),

    /** The bank's question, in the provider's own dialog. */
    confirmCard: fromPromise<ConfirmAnswer, { clientSecret: string }>(async ({ input: { clientSecret } }) => {
      const client = await load()
      const { error } = await client.handleNextAction({ clientSecret })
      if (!error) return { kind: 'confirmed' }
      if (isConnectionError(error)) throw new Error('The bank’s answer was lost')
      return { kind: 'refused', message: plainText(error.message) }
    }),
  }
}

export type CardProvider = ReturnType<typeof createCardProvider>
