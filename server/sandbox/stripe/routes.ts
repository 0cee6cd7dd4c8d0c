import { Hono } from 'hono'
import { type Faults } from '../faults.ts'
import { parseProviderFields, serveProviderFile, serveProviderScript } from '../providerFiles.ts'
import { type Records } from '../records.ts'
import { createPaymentIntentStore } from './paymentIntents.ts'
import { tokenize } from './tokenize.ts'

const NO_STORE = { 'cache-control': 'no-store' }

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The fake of Stripe at `/sandbox/stripe`: its script, its frames and their calls. */
export function createStripeRoutes(records: Records, faults: Faults, now: () => Date): Hono {
  const routes = new Hono()
  const intents = createPaymentIntentStore(records, now)

  routes.get('/stripe.js', (context) =>
    serveProviderScript(context, 'stripe/client/stripe.js', faults.consumeScriptFault('stripe')),
  )
  routes.get('/:file{(card|authenticate)\\.(html|js|css)|cardRules\\.js}', (context) =>
    serveProviderFile(context, `stripe/client/${context.req.param('file')}`),
  )

  routes.post('/v1/payment_methods', async (context) => {
    const result = await tokenize(records.db, await parseProviderFields(context), now())
    return context.json(result, 'error' in result ? 402 : 200, NO_STORE)
  })
  routes.post('/v1/payment_intents/read', async (context) => {
    const { client_secret: secret } = await parseProviderFields(context)
    const found = await intents.read(textOrEmpty(secret))
    return context.json(found, 'error' in found ? 404 : 200, NO_STORE)
  })
  routes.post('/v1/payment_intents/authenticate', async (context) => {
    const { client_secret: secret, outcome } = await parseProviderFields(context)
    if (outcome !== 'complete' && outcome !== 'fail') {
      return context.json(
        { error: { type: 'invalid_request_error', message: 'outcome is complete or fail', param: 'outcome' } },
        400,
        NO_STORE,
      )
    }
    const result = await intents.authenticate(textOrEmpty(secret), outcome === 'complete')
    return context.json(result, 'error' in result ? 402 : 200, NO_STORE)
  })

  return routes
}
