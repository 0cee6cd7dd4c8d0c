import { loadScript, type PayPalScriptOptions } from '@paypal/paypal-js'
import { fromPromise } from 'xstate'
import { type Configuration } from '../app/configuration.ts'

/** How long PayPal's script may take, in ms. */
const timeoutMs = 15_000

/** What PayPal's script is asked for: its buttons, for subscriptions, with the nonce of this page for its styles. */
export function paypalOptions(
  page: Document,
  { keys, scripts, money }: Pick<Configuration, 'keys' | 'scripts' | 'money'>,
): PayPalScriptOptions {
  return {
    clientId: keys.paypal,
    components: 'buttons',
    vault: true,
    intent: 'subscription',
    currency: money.currency,
    dataCspNonce: page.querySelector<HTMLElement>('[nonce]')?.nonce ?? '',
    ...(scripts.paypal !== '' && { sdkBaseUrl: scripts.paypal }),
  }
}

/** Fetches PayPal's script; a page that has it already is answered at once. Fails when it does not come in time. */
export const createPaypalScriptLoader = (options: PayPalScriptOptions) =>
  fromPromise<undefined>(
    () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('PayPal’s script did not come')), timeoutMs)
        loadScript(options)
          .then(() => resolve(undefined), reject)
          .finally(() => clearTimeout(timer))
      }),
  )
