import { paypalPaymentMachine } from '../../../machines/paypalPayment.ts'
import { createPaypalOrderActors } from '../../actors/paypalOrder.ts'
import { createPaypalScriptLoader, paypalOptions } from '../../actors/paypalScript.ts'
import { type Root } from '../../app/root.tsx'

/**
 * The paypalPayment machine with the API and PayPal's script. Create one per checkout: product and subscription are
 * created once, and a captured subscription must not be offered again.
 */
export const providePaypal = ({ api, configuration }: Pick<Root, 'api' | 'configuration'>) =>
  paypalPaymentMachine.provide({
    actors: {
      ...createPaypalOrderActors({ api }),
      loadScript: createPaypalScriptLoader(() => paypalOptions(document, configuration)),
    },
  })
