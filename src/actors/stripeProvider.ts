// Types only: the main entry loads the provider's script on import.
import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import fontUrl from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url'
import { fromPromise } from 'xstate'
import { type CardForm, type PaymentMethodResult } from '../../machines/cardPayment.ts'
import { type ConfirmResult } from '../../machines/payment.ts'
import { type Configuration } from '../app/configuration.ts'
import { plainText } from '../api/plainText.ts'

/** The cardholder's data that is not in the form. */
export type CardHolder = { email: string; phone: string }

/** The timeout of the provider's script, in ms. */
const timeoutMs = 15_000

/** Loads a script. A failed script element is removed, so that the next attempt loads it again. */
function fetchScript(page: Document, url: string): Promise<void> {
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
    script.src = url
    page.head.append(script)
  })
}

/** Whether the user has to change what is in the card field. */
const isCardError = ({ type }: StripeError): boolean => type === 'card_error' || type === 'validation_error'

/** Whether the connection to the provider failed, so that the outcome is unknown. */
const isConnectionError = ({ type }: StripeError): boolean => type === 'api_connection_error' || type === 'api_error'

/**
 * The card provider. The card number is typed into a field on the provider's origin; the application receives only the
 * id of a payment method. The server, which renders the screens while they load, has no document.
 */
export function createCardProvider(pageOf: () => Document, { keys, scripts }: Pick<Configuration, 'keys' | 'scripts'>) {
  let stripe: Stripe | undefined
  let field: StripeCardElement | undefined
  const listeners = new Set<() => void>()

  async function load(): Promise<Stripe> {
    if (stripe) return stripe
    const page = pageOf()
    if (scripts.stripe !== '' && !page.defaultView?.Stripe) await fetchScript(page, scripts.stripe)
    const loaded = await loadStripe(keys.stripe)
    if (!loaded) throw new Error('The card provider’s script did not load')
    stripe = loaded
    for (const listener of listeners) listener()
    return loaded
  }

  return {
    /** The provider's client, for the view that renders its field; undefined until it is loaded. */
    client: {
      get: () => stripe,
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    /** The view sets the field when it mounts it, and undefined when it unmounts it. */
    setField: (next: StripeCardElement | undefined) => {
      field = next
    },
    focusField: () => field?.focus(),
    /** The font of this application for the provider's field, which is in another document. */
    fonts: () => [
      { family: 'Schibsted Grotesk Variable', src: `url(${new URL(fontUrl, pageOf().baseURI).href})`, weight: '400' },
    ],

    loadProvider: fromPromise<undefined>(async () => {
      await load()
      return undefined
    }),

    /** Creates a payment method from the card field, without a charge. It waits only for what is not known yet. */
    createPaymentMethod: (findHolder: () => CardHolder | Promise<CardHolder>) =>
      fromPromise<PaymentMethodResult, { form: CardForm }>(async ({ input: { form } }) => {
        const holder = findHolder()
        const client = stripe ?? (await load())
        const { email, phone } = holder instanceof Promise ? await holder : holder
        if (!field) throw new Error('The card field is not mounted')
        // The provider rejects an empty country, so empty fields are omitted.
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
          ? { kind: 'refused', message: plainText(error.message), isAboutCard: isCardError(error) }
          : { kind: 'granted', paymentMethodId: paymentMethod.id }
      }),

    /** Runs the bank's authentication in the provider's dialog. */
    confirmCard: fromPromise<ConfirmResult, { clientSecret: string }>(async ({ input: { clientSecret } }) => {
      const client = await load()
      const { error } = await client.handleNextAction({ clientSecret })
      if (!error) return { kind: 'confirmed' }
      if (isConnectionError(error)) throw new Error('The connection failed during the authentication')
      return { kind: 'refused', message: plainText(error.message) }
    }),
  }
}

export type CardProvider = ReturnType<typeof createCardProvider>
