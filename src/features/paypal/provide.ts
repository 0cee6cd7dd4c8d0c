import { paypalPaymentMachine } from '../../../machines/paypalPayment.ts'
import { createPaypalOrderActors } from '../../actors/paypalOrder.ts'
import { createPaypalScriptLoader, paypalOptions } from '../../actors/paypalScript.ts'
import { type Root } from '../../app/root.tsx'

/**
 * PayPal as a means of payment. Make it anew for every visit to a page that sells: product and subscription are created
 * once for a plan and a visit, and whatever was captured on one visit must not be offered on the next.
 */
export const providePaypal = ({ api, configuration }: Pick<Root, 'api' | 'configuration'>) =>
  paypalPaymentMachine.provide({
    actors: {
      ...createPaypalOrderActors({ api }),
      loadScript: createPaypalScriptLoader(paypalOptions(document, configuration)),
    },
  })
