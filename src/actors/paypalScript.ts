import { loadScript, type PayPalScriptOptions } from '@paypal/paypal-js'
import { fromPromise } from 'xstate'
import { type Configuration } from '../app/configuration.ts'

/** The timeout of PayPal's script, in ms. */
const timeoutMs = 15_000

/** The options of PayPal's script: buttons for subscriptions, with the page's nonce for its styles. */
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

/** Loads PayPal's script, once per page. Rejects after the timeout. */
export const createPaypalScriptLoader = (optionsOf: () => PayPalScriptOptions) =>
  fromPromise<undefined>(
    () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('PayPal’s script did not load in time')), timeoutMs)
        loadScript(optionsOf())
          .then(() => resolve(undefined), reject)
          .finally(() => clearTimeout(timer))
      }),
  )
